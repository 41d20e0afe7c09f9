// Signing in to the office with passkeys, and every fault that has to be refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHALLENGE_MS, FRESH_MS, INVITATION_MS, SESSION_MS } from '../../../src/game/office/times.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { cookieLine } from '../../support/browsers/set-cookie.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { Authenticator, type Forgery } from '../../support/office/authenticator.ts'
import { OFFICE_URL, type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

const FORGERIES: readonly (readonly [what: string, forged: Forgery])[] = [
  ['another origin', { origin: 'https://office.attacker.example' }],
  ['another port of the origin', { origin: 'http://localhost:4321' }],
  ['another relying party', { rpId: 'attacker.example' }],
  ['no user verification', { isUnverified: true }],
  ['nobody present', { isAbsent: true }],
  ['another challenge', { challenge: 'AAAA' }],
  ['another type', { type: 'payment.get' }],
]

describe.each(SUITE_KINDS)('passkeys of the office on %s', (kind) => {
  let office: TestOffice
  let anna: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    anna = await office.member('owner', 'Anna')
  })

  afterAll(() => office.close())

  it('lets an invited person in, and says who they are', async () => {
    const { body } = await anna.get('/session')
    expect(body).toMatchObject({
      staff: { name: 'Anna', role: 'owner', passkeys: 1 },
      freshUntil: office.nowMs + FRESH_MS,
      endsAt: office.nowMs + SESSION_MS,
      mode: 'sandbox',
      alone: false,
      needsSecondPasskey: true,
    })
  })

  it('keeps the session in a cookie that no script and no other site gets', async () => {
    const answer = await office.guest().accept(await office.invite('support'))
    expect(cookieLine(answer, 'office')).toMatch(/; HttpOnly; SameSite=Strict$/)
  })

  it('signs in with a passkey, and ends the session from before', async () => {
    const before = anna.cookies.get('office') ?? ''
    expect((await anna.signIn()).status).toBe(200)
    const stolen = office.guest()
    stolen.cookies.set('office', before)
    expect((await stolen.get('/session')).body.staff).toBeNull()
    expect((await anna.get('/session')).body.staff.name).toBe('Anna')
  })

  it.each(FORGERIES)('refuses an assertion with %s', async (_, forged) => {
    const answer = await anna.signIn(forged)
    expect([answer.status, answer.body.code]).toEqual([401, 'sign-in-failed'])
  })

  it.each(FORGERIES)('refuses a new passkey with %s', async (_, forged) => {
    const guest = office.guest()
    const answer = await guest.accept(await office.invite('support'), forged)
    expect([answer.status, answer.body.code]).toEqual([400, 'passkey-failed'])
    expect(guest.cookies.size).toBe(0)
  })

  it('refuses a counter that goes back or stays', async () => {
    const bea = await office.member('support')
    expect((await bea.signIn({ counter: 40 })).status).toBe(200)
    expect((await bea.signIn({ counter: 40 })).status).toBe(401)
    expect((await bea.signIn({ counter: 39 })).status).toBe(401)
    expect((await bea.signIn({ counter: 41 })).status).toBe(200)
  })

  it('accepts a passkey that counts nothing, time after time', async () => {
    const bea = office.guest()
    expect((await bea.accept(await office.invite('support'), { counter: 0 })).status).toBe(200)
    expect((await bea.signIn({ counter: 0 })).status).toBe(200)
    expect((await bea.signIn({ counter: 0 })).status).toBe(200)
    expect((await bea.signIn({ counter: 1 })).status).toBe(200)
    expect((await bea.signIn({ counter: 0 })).status).toBe(401)
  })

  it('refuses a signature of another key, a handle of another member, and an unknown passkey', async () => {
    expect((await anna.signIn({ signature: Buffer.alloc(70, 1) })).status).toBe(401)
    expect((await anna.signIn({ userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' })).status).toBe(401)
    const { challenge, options } = (await anna.post('/session/options')).body
    const assertion = new Authenticator(OFFICE_URL).assert(options)
    expect((await anna.post('/session', { challenge, assertion })).status).toBe(401)
  })

  it('answers a challenge once, also when the answer was refused', async () => {
    const answer = await anna.assertion()
    expect((await anna.post('/session', answer)).status).toBe(200)
    expect((await anna.post('/session', answer)).status).toBe(401)
    const { challenge, options } = (await anna.post('/session/options')).body
    const forged = anna.authenticator.assert(options, { isUnverified: true })
    expect((await anna.post('/session', { challenge, assertion: forged })).status).toBe(401)
    const honest = anna.authenticator.assert(options)
    expect((await anna.post('/session', { challenge, assertion: honest })).status).toBe(401)
  })

  it('refuses an answer that is late', async () => {
    const answer = await anna.assertion()
    office.nowMs += CHALLENGE_MS
    expect((await anna.post('/session', answer)).status).toBe(401)
    await anna.signIn()
  })

  it('tells a stranger nothing about why', async () => {
    const wrong = await anna.signIn({ isUnverified: true })
    const { challenge, options } = (await anna.post('/session/options')).body
    const assertion = new Authenticator(OFFICE_URL).assert(options)
    const unknown = await anna.post('/session', { challenge, assertion })
    expect(unknown.body).toEqual(wrong.body)
    expect(office.log.join('')).toContain('The passkey is unknown')
  })

  it('limits what one address tries', async () => {
    const stranger = office.guest()
    stranger.address = '192.0.2.1'
    const statuses: number[] = []
    for (let at = 0; at < 32; at++) statuses.push((await stranger.post('/session/options')).status)
    expect(statuses.slice(-3)).toEqual([200, 429, 429])
    expect((await anna.post('/session/options')).status).toBe(200)
  })

  it('ends a session after twelve hours, used or not', async () => {
    const bea = await office.member('support')
    office.nowMs += SESSION_MS - 1
    expect((await bea.get('/session')).body.staff).not.toBeNull()
    office.nowMs += 1
    expect((await bea.get('/session')).body.staff).toBeNull()
    await anna.signIn()
  })

  it('stores no token, only its hash', async () => {
    const path = await office.invite('support')
    const token = path.split('/').at(-1) ?? ''
    const rows = await queryRows<{ text: string }>(
      office.db.queries,
      'select row_to_json(s)::text as text from staff_sessions s union all select row_to_json(i)::text from staff_invitations i',
    )
    const stored = rows.map(({ text }) => text).join('')
    expect(stored).not.toContain(anna.cookies.get('office'))
    expect(stored).not.toContain(token)
  })

  it('makes a session fresh again for five minutes, by its own member’s passkey alone', async () => {
    const bea = await office.member('support')
    office.nowMs += FRESH_MS
    expect((await anna.get('/session')).body.freshUntil).toBeNull()
    expect((await anna.post('/session/fresh', await bea.assertion())).status).toBe(401)
    expect((await anna.get('/session')).body.freshUntil).toBeNull()
    expect((await anna.makeFresh()).body).toEqual({ freshUntil: office.nowMs + FRESH_MS })
  })

  describe('invitations', () => {
    it('let one person in', async () => {
      const path = await office.invite('support')
      expect((await office.guest().accept(path)).status).toBe(200)
      const again = await office.guest().accept(path)
      expect([again.status, again.body.code]).toEqual([410, 'invitation-over'])
    })

    it('let one in of two who answer at the same time', async () => {
      const path = await office.invite('support')
      const guests = [office.guest(), office.guest()]
      const statuses = await Promise.all(guests.map(async (guest) => (await guest.accept(path)).status))
      expect(statuses.toSorted()).toEqual([200, 410])
    })

    it('are over after a day', async () => {
      const path = await office.invite('support')
      office.nowMs += INVITATION_MS
      expect((await office.guest().accept(path)).status).toBe(410)
      await anna.signIn()
    })

    it('are not guessed', async () => {
      expect((await office.guest().accept(`/invitation/${'A'.repeat(43)}`)).status).toBe(410)
    })

    it('count for the passkey that was made for them alone', async () => {
      const [mine, other] = [await office.invite('support'), await office.invite('owner')]
      const guest = office.guest()
      const { challenge, options } = (await guest.post(`${mine}/options`)).body
      const attestation = guest.authenticator.register(options)
      expect((await guest.post(other, { challenge, attestation, label: 'laptop' })).status).toBe(400)
    })

    it('let in who lost their passkeys, and end the lost ones with all sessions', async () => {
      const bea = await office.member('risk', 'Bea')
      const anew = office.guest()
      expect((await anew.accept(await office.invite('risk', 'Bea', bea.staffId))).status).toBe(200)
      expect(anew.staffId).toBe(bea.staffId)
      expect((await bea.get('/session')).body.staff).toBeNull()
      expect((await bea.signIn()).status).toBe(401)
      expect((await anew.get('/session')).body.staff).toMatchObject({ role: 'risk', passkeys: 1 })
    })
  })

  describe('a member’s own passkeys', () => {
    it('get a second one, after which none is asked for', async () => {
      await anna.signIn()
      const second = new Authenticator(OFFICE_URL)
      const { challenge, options } = (await anna.post('/passkeys/options')).body
      expect(options.excludeCredentials).toHaveLength(1)
      const body = { challenge, attestation: second.register(options), label: 'key' }
      const { passkeys } = (await anna.post('/passkeys', body)).body
      expect(passkeys.map(({ label }: { label: string }) => label)).toEqual(['laptop', 'key'])
      expect((await anna.get('/session')).body.needsSecondPasskey).toBe(false)
      const known = (await anna.post('/passkeys/options')).body
      const again = { challenge: known.challenge, attestation: second.register(known.options), label: 'again' }
      expect((await anna.post('/passkeys', again)).body.code).toBe('passkey-known')
      const [, added] = passkeys
      expect((await anna.call('DELETE', `/office/api/passkeys/${added.id}`)).status).toBe(200)
    })

    it('keep the last one', async () => {
      const [last] = (await anna.get('/passkeys')).body.passkeys
      const answer = await anna.call('DELETE', `/office/api/passkeys/${last.id}`)
      expect([answer.status, answer.body.code]).toEqual([409, 'passkey-last'])
      expect((await anna.get('/passkeys')).body.passkeys).toHaveLength(1)
    })

    it('are not another member’s to remove', async () => {
      const bea = await office.member('owner')
      const [own] = (await anna.get('/passkeys')).body.passkeys
      expect((await bea.call('DELETE', `/office/api/passkeys/${own.id}`)).status).toBe(404)
    })
  })
})
