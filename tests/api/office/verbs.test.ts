// Every route of the office, for every role, in every state of its subject, fresh and not, with a reason and without: what happens is what the
// table of verbs says.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '../../../src/game/office/judge.ts'
import { ROLES, type Role } from '../../../src/game/office/roles.ts'
import { FRESH_MS } from '../../../src/game/office/times.ts'
import { ruleOf, type Verb } from '../../../src/game/office/verbs.ts'
import { staffSessions } from '../../../src/server/db/schema-office.ts'
import { requireVerbs } from '../../../src/server/office/guards.ts'
import { officeActs } from '../../../src/server/services/office/office-acts.ts'
import { endStaffSessions } from '../../../src/server/services/office/sessions.ts'
import { storePicture } from '../../../src/server/shop/edition-store.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { holdPrices } from '../../support/office/held-prices.ts'
import { type OfficeBrowser, type OfficeRoute, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { recordItems } from '../../support/office/office-withdrawals.ts'
import { makePlayer } from '../../support/players/deposits.ts'
import { byRun } from '../../support/runner/long-run.ts'
import { type Scene, situationsOf } from './situations.ts'
import { BODIES, HELD_ITEM, OPEN, PIXEL, QUERIES, WITH_PASSKEY } from './valid-calls.ts'

/** Fresh and not, with a reason and without. */
const WAYS = [true, false].flatMap((isFresh) => [true, false].map((hasReason) => ({ isFresh, hasReason })))

/** Who may not is refused before anything else is looked at. */
const WAYS_OF_REFUSED = byRun(WAYS.slice(0, 1), WAYS)

const PREFIX = '/office/api'

const nameOf = ({ method, url }: OfficeRoute): string => `${method} ${url.slice(PREFIX.length)}`

describe('the router of the office', () => {
  it('takes no route without a verb, and none whose state nobody reads', () => {
    const app = fastify()
    requireVerbs(app)
    expect(() => app.get('/open', async () => 'all')).toThrow(/declares no verb/)
    expect(() => app.get('/open', { config: { verb: 'players.win' as Verb } }, async () => 'all')).toThrow(/no verb/)
    expect(() => app.get('/open', { config: { verb: 'staff.role' } }, async () => 'all')).toThrow(/where the state/)
    expect(() => app.get('/open', { config: { verb: 'staff.read' } }, async () => 'all')).not.toThrow()
  })
})

describe.each(SUITE_KINDS)('every route of the office on %s', (kind) => {
  let office: TestOffice
  let folder: string
  let routes: readonly OfficeRoute[]
  const members = new Map<Role, OfficeBrowser>()
  let other: OfficeBrowser
  let scene: Scene

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-backups-'))
    office = await openTestOffice(kind, { environment: { BACKUP_DIR: folder } })
    routes = office.routes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith(PREFIX))
    for (const role of ROLES) members.set(role, await office.member(role))
    other = await office.member('owner')
    scene = { office, other, cases: new Map() }
    await storePicture(office.db.queries, PIXEL)
    // The player whom the walk writes to.
    expect(await makePlayer(office.db)).toBe(1000)
    await recordItems(office)
  })

  afterAll(async () => {
    await office.close()
    await rm(folder, { recursive: true })
  })

  it('declares a verb, and only what signs in is open', () => {
    expect(routes.every(({ verb }) => verb !== undefined)).toBe(true)
    expect(
      routes
        .filter(({ verb }) => verb === 'session')
        .map(nameOf)
        .toSorted(),
    ).toEqual(OPEN.toSorted())
    const others = office.routes.filter(({ url }) => !url.startsWith(PREFIX))
    expect(others.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
      'GET /*',
      'GET /favicon.svg',
      'GET /sw.js',
      'HEAD /*',
      'HEAD /favicon.svg',
      'HEAD /sw.js',
    ])
  })

  it('can carry out whatever a second person may approve', () => {
    const proposed = routes.flatMap(({ verb }) => (verb !== undefined && ruleOf(verb).second !== 'never' ? [verb] : []))
    const acts = officeActs(office.services).map(({ verb }) => verb)
    expect(new Set(acts).size).toBe(acts.length)
    expect(proposed.length).toBeGreaterThan(3)
    expect(proposed.filter((verb) => !acts.includes(verb))).toEqual([])
  })

  it('refuses who is not signed in', async () => {
    for (const route of routes.filter(({ verb }) => verb !== 'session')) {
      const url = route.url.replace(':id', randomUUID())
      const answer = await office.guest().call(route.method as 'POST', url, BODIES[nameOf(route)]?.body)
      expect([nameOf(route), answer.status, answer.body.code]).toEqual([nameOf(route), 401, 'signed-out'])
    }
  })

  it('refuses calls that do not come from its own page', async () => {
    const owner = members.get('owner')
    const forgeries: Record<string, string>[] = [
      { origin: 'http://localhost:4321' },
      { origin: '' },
      { 'x-office': '' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'content-type': 'text/plain' },
    ]
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      for (const forgery of forgeries) {
        const url = route.url.replace(':id', randomUUID()).replace(':token', 'A'.repeat(43))
        const answer = await owner?.call(route.method as 'POST', url, BODIES[nameOf(route)]?.body, forgery)
        const status = 'content-type' in forgery ? 415 : 403
        expect([nameOf(route), forgery, answer?.status]).toEqual([nameOf(route), forgery, status])
      }
    }
  })

  /** The only session of a member, without the way through the passkey. */
  async function signIn({ staffId, cookies }: OfficeBrowser, freshUntil: number): Promise<void> {
    const { queries } = office.db
    await endStaffSessions(queries, staffId)
    cookies.set('office', await office.services.sessions.open(queries, staffId, '127.0.0.1'))
    const isOwn = eq(staffSessions.staffId, staffId)
    await queries
      .update(staffSessions)
      .set({ freshUntil: new Date(freshUntil) })
      .where(isOwn)
  }

  async function walk(route: OfficeRoute, role: Role, isFresh: boolean, hasReason: boolean): Promise<void> {
    const member = members.get(role)
    const { verb, method, url } = route
    const name = nameOf(route)
    if (member === undefined || verb === undefined) throw new Error('Nobody walks')
    // The account that trades is looked at twice a minute at most.
    if (name === 'POST /bots/look') office.nowMs += 30_000
    if (name === 'POST /prices/accept') await holdPrices(office.shop, { [HELD_ITEM]: 5 }, office.nowMs)
    const freshUntil = office.nowMs + (isFresh ? FRESH_MS : 0)
    for (const { state, id, isProposer, hasDecided } of await situationsOf(scene, route, verb, member, role)) {
      await signIn(member, freshUntil)
      const proposed: Verb | undefined = isProposer === undefined ? undefined : 'staff.role'
      const facts = { role, state, isProposer, hasDecided, proposed, freshUntil, now: office.nowMs, hasReason }
      const expected = judge(verb, facts)
      const wanted = BODIES[name]
      const body = {
        ...wanted?.body,
        ...(wanted?.colleague ? { to: other.staffId } : {}),
        ...(hasReason && wanted?.reason ? { reason: 'a reason' } : {}),
      }
      const answer = await member.call(
        method as 'POST',
        url.replace(':id', id).replace(':table', 'hours') + (QUERIES[name] ?? ''),
        body,
      )
      if (expected.may && state !== undefined) scene.cases.delete(state)
      const seen = { name, ...facts, status: answer.status, code: answer.body.code, why: answer.body.why }
      const isUnreadable = WITH_PASSKEY.includes(name) || (wanted?.reason === true && !hasReason)
      if (!ruleOf(verb).roles.includes(role)) expect(seen).toMatchObject({ status: 403, why: 'role' })
      else if (isUnreadable) expect(seen).toMatchObject({ status: 400, code: 'invalid' })
      else if (!expected.may) expect(seen).toMatchObject({ status: 403, why: expected.why })
      else if (name.includes(':id') && ruleOf(verb).states === 'any') expect([200, 404]).toContain(answer.status)
      else expect(seen).toMatchObject({ status: 200 })
    }
  }

  it.each(ROLES)('does for %s what the table says', async (role) => {
    for (const route of routes.filter(({ verb }) => verb !== 'session')) {
      expect(route.method === 'GET' || nameOf(route) in BODIES, `${nameOf(route)} needs a body in valid-calls.ts`).toBe(
        true,
      )
      const mayNot = route.verb !== undefined && !ruleOf(route.verb).roles.includes(role)
      const ways = mayNot ? WAYS_OF_REFUSED : WAYS
      for (const { isFresh, hasReason } of ways) await walk(route, role, isFresh, hasReason)
    }
  })
})
