// What Steam says of an account, from the stand-in and from a Steam with arbitrary answers.
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSteamAccount, SteamAccountUnknown } from '../../../src/server/steam/account.ts'
import { SANDBOX_API_KEY, sandboxHosts } from '../../../src/server/steam/stand-in.ts'
import { closeServer, listen, openSandbox, PLAYER, type Sandbox } from './sandbox.ts'

describe('an account of the stand-in', () => {
  let sandbox: Sandbox

  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterAll(() => sandbox.close())

  const options = () => ({ hosts: sandboxHosts(sandbox.siteUrl), apiKey: SANDBOX_API_KEY, fetch: sandbox.fetch })

  it('is old, public, unlimited and not banned', async () => {
    expect(await readSteamAccount(PLAYER, options())).toEqual({
      createdMs: Date.UTC(2015, 0),
      isPrivate: false,
      isLimited: false,
      isTradeBanned: false,
    })
  })

  it('is unknown without a key, with a wrong one, and for somebody else', async () => {
    await expect(readSteamAccount(PLAYER, { ...options(), apiKey: undefined })).rejects.toThrow(SteamAccountUnknown)
    const wrong = readSteamAccount(PLAYER, { ...options(), apiKey: 'a-wrong-key' })
    await expect(wrong).rejects.toThrow(SteamAccountUnknown)
    await expect(wrong).rejects.not.toThrow(/a-wrong-key/)
    await expect(readSteamAccount('76561197960287930', options())).rejects.toThrow(SteamAccountUnknown)
  })
})

describe('an account at a Steam that answers otherwise', () => {
  let server: Server | undefined

  afterEach(async () => {
    if (server !== undefined) await closeServer(server)
    server = undefined
  })

  async function readFrom(summary: object, ban: string, xml: string) {
    const made = createServer((request, response) => {
      const path = request.url ?? ''
      if (path.includes('GetPlayerSummaries'))
        response.end(JSON.stringify({ response: { players: [{ steamid: PLAYER, ...summary }] } }))
      else if (path.includes('GetPlayerBans'))
        response.end(JSON.stringify({ players: [{ SteamId: PLAYER, EconomyBan: ban }] }))
      else response.end(`<profile><steamID64>${PLAYER}</steamID64>${xml}</profile>`)
    })
    server = made
    const hosts = sandboxHosts(await listen(made))
    return readSteamAccount(PLAYER, { hosts, apiKey: 'key', fetch, timeoutMs: 2_000 })
  }

  it('is private, without its age', async () => {
    expect(await readFrom({ communityvisibilitystate: 1 }, 'none', '')).toMatchObject({
      createdMs: null,
      isPrivate: true,
    })
  })

  it('is limited, and banned from trading by either of Steam’s answers', async () => {
    const known = { communityvisibilitystate: 3, timecreated: 1_700_000_000 }
    expect(await readFrom(known, 'probation', '<isLimitedAccount>1</isLimitedAccount>')).toEqual({
      createdMs: 1_700_000_000_000,
      isPrivate: false,
      isLimited: true,
      isTradeBanned: true,
    })
    await closeServer(server as Server)
    expect(await readFrom(known, 'none', '<tradeBanState>Banned</tradeBanState>')).toMatchObject({
      isLimited: false,
      isTradeBanned: true,
    })
  })

  it('is unknown when the answer is something else', async () => {
    await expect(readFrom({}, 'none', '')).rejects.toThrow(SteamAccountUnknown)
  })
})
