// Who may see which field of a person: docs/security.md lists it, and every response to a guest, as declared and as
// sent, is checked against it.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deviceSchema, profileSchema } from '../../src/protocol/account.ts'
import { liveDropSchema } from '../../src/protocol/live.ts'
import { currentUserSchema } from '../../src/protocol/user.ts'
import { players } from '../../src/server/db/schema.ts'
import { sessions } from '../../src/server/db/schema-sessions.ts'
import { win } from '../support/players/games.ts'
import { type Answer, type Browser, openTestSite, type Route, type TestSite } from '../support/sites/site.ts'

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')

/** Returns the fields of a row of the table. */
function fieldsFor(who: string): Set<string> {
  const [, cell = ''] = page.match(new RegExp(`^\\| ${who} \\| (.+?) \\|$`, 'm')) ?? []
  return new Set([...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
}

const everyone = fieldsFor('everyone')
const unlessHidden = fieldsFor('everyone, unless the player hides')
const own = fieldsFor('the player')
const nobody = fieldsFor('nobody, by any call')

/** Names that alone say nothing about a person. */
const COMMON = new Set(['created_at'])

interface Field {
  readonly name: string
  /** The path of names to it, itself the last; `[]` for the entries of a list. */
  readonly path: readonly string[]
}

/** Fields with such a name that tell nothing about a person: the times of a battle, and whether a seat is the viewer's. */
const NOT_OF_PERSONS = [
  /(^|\.)(battle|battles\.\[\])\.(createdAt|expiresAt)$/,
  /(^|\.)(battle|battles\.\[\])\.seats\.\[\]\.own$/,
  /^players\.\[\]\.own$/,
]

/** Returns the fields that have one of some names, and are of a person. */
const among = (fields: readonly Field[], names: ReadonlySet<string>): Field[] =>
  fields.filter(({ name, path }) => names.has(name) && !NOT_OF_PERSONS.some((one) => one.test(path.join('.'))))

/** Returns every field that a JSON Schema allows. */
function declared(schema: unknown, path: readonly string[] = []): Field[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => declared(part, path))
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, items, anyOf, oneOf, allOf } = schema as Record<string, unknown>
  const fields = Object.entries(properties ?? {}).flatMap(([name, part]) => [
    { name, path: [...path, name] },
    ...declared(part, [...path, name]),
  ])
  return [...fields, ...declared([anyOf, oneOf, allOf].flat(), path), ...declared(items, [...path, '[]'])]
}

/** Returns every field of a response that has a value. */
function sent(body: unknown, path: readonly string[] = []): Field[] {
  if (Array.isArray(body)) return body.flatMap((entry) => sent(entry, [...path, '[]']))
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    value === null ? [] : [{ name, path: [...path, name] }, ...sent(value, [...path, name])],
  )
}

/** True where a response has null on the path to a field: a guest sees nothing there. */
function isNullIn(body: unknown, [name, ...rest]: readonly string[]): boolean {
  if (body === null) return true
  if (name === undefined || name === '[]' || typeof body !== 'object') return false
  return isNullIn((body as Record<string, unknown>)[name], rest)
}

describe('the table of fields', () => {
  it('has every field of a person in one line', () => {
    const lines = [everyone, unlessHidden, own, nobody]
    const columns = [...Object.keys(getTableColumns(players)), ...Object.keys(getTableColumns(sessions))]
    const shapes = [currentUserSchema, profileSchema, deviceSchema, liveDropSchema.shape.user]
    const fields = [...shapes.flatMap(({ shape }) => Object.keys(shape)), ...columns]
    for (const field of new Set(fields)) {
      if (COMMON.has(field)) continue
      expect(
        lines.filter((line) => line.has(field)),
        field,
      ).toHaveLength(1)
    }
  })

  it('matches the schemas: what everyone may see is in them, and null where a player may hide', () => {
    const { shape } = profileSchema
    for (const field of Object.keys(shape)) expect(everyone.has(field) || unlessHidden.has(field), field).toBe(true)
    for (const field of ['username', 'avatar', 'joined_at', 'best'] as const) {
      expect(unlessHidden).toContain(field)
      expect(shape[field].safeParse(null).success, field).toBe(true)
    }
  })
})

describe('responses', () => {
  let site: TestSite
  let player: Browser
  let guests: readonly { route: Route; answer: Answer }[]

  const pathOf = ({ url }: Route): string => {
    const queries: Readonly<Record<string, string>> = {
      '/api/user/outcome': `?key=${randomUUID()}`,
      '/api/items/price': '?id=awp-neo-noir.ww',
      '/api/payment/get': '?currency=USD',
      '/api/limits/visit': '?lasted=1000',
      '/api/user/withdrawals/quote': `?id=${randomUUID()}`,
    }
    const path = url
      .replace('/user/:id', `/user/${player.playerId}`)
      .replace('/case/:url', '/case/first-step')
      .replace(/:(hash|commit)/, '0'.repeat(64))
      .replace(':id', randomUUID())
    return `${path}${queries[url] ?? ''}`
  }

  const schemaOf = ({ reply }: Route): Field[] =>
    declared(z.toJSONSchema(reply as z.ZodType, { unrepresentable: 'any', reused: 'inline' }))

  beforeAll(async () => {
    site = await openTestSite()
    player = await site.newPlayer()
    await win(player, 1)
    const routes = site.routes.filter(
      ({ method, url, reply }) => method === 'GET' && url.startsWith('/api/') && reply !== undefined,
    )
    const guest = site.guest()
    const asked: { route: Route; answer: Answer }[] = []
    for (const route of routes) asked.push({ route, answer: await guest.get(pathOf(route)) })
    for (const { route, answer } of asked) expect([200, 401, 404], route.url).toContain(answer.status)
    guests = asked.filter(({ answer }) => answer.status !== 401)
  })

  afterAll(() => site.close())

  it('to a guest neither declare nor contain a player’s own field', () => {
    const urls = guests.map(({ route }) => route.url)
    for (const url of ['/api/live', '/api/user/:id', '/api/raffle', '/api/wheel', '/api/fairness/roll/:id']) {
      expect(urls).toContain(url)
    }
    for (const { route, answer } of guests) {
      const open = schemaOf(route).filter(({ path }) => answer.status !== 200 || !isNullIn(answer.body, path))
      expect(among(open, own), route.url).toEqual([])
      expect(among(sent(answer.body), own), route.url).toEqual([])
    }
  })

  it('to a guest contain no undeclared field', () => {
    for (const { route, answer } of guests) {
      if (answer.status !== 200) continue
      const names = new Set(schemaOf(route).map(({ path }) => path.join('.')))
      expect(
        sent(answer.body).filter(({ path }) => !names.has(path.join('.'))),
        route.url,
      ).toEqual([])
    }
  })

  it('to anyone declare no internal field', () => {
    const replies = site.routes.filter(({ reply }) => reply !== undefined)
    expect(replies.length).toBeGreaterThan(50)
    for (const route of replies) {
      expect(among(schemaOf(route), nobody), route.url).toEqual([])
    }
  })

  it('about a player with winnings are public without the player’s own fields', async () => {
    const { user } = (await player.get('/api/user/get')).body
    const profile = guests.find(({ route }) => route.url === '/api/user/:id')?.answer.body.profile
    expect(profile).toMatchObject({
      id: player.playerId,
      username: user.username,
      best: { user: { id: player.playerId } },
    })
    for (const { answer } of guests) expect(JSON.stringify(answer.body)).not.toContain(user.steamid)
  })
})
