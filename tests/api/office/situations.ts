// The situations that each route of the office is tried in: its subject in every state, and what the member who calls has to do with it.
import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { LETTER_STATES, type LetterState } from '../../../src/game/letters/letters.ts'
import { ANNOUNCEMENT_STATES, type AnnouncementState } from '../../../src/game/office/announcements.ts'
import type { Role } from '../../../src/game/office/roles.ts'
import {
  DRAFT_STATES,
  type DraftState,
  NOTICE_SENDING_STATES,
  type NoticeSendingState,
  PLAYER_STATES,
  type PlayerState,
  PROPOSAL_STATES,
  STAFF_STATES,
  SWITCH_STATES,
  type SwitchState,
} from '../../../src/game/office/subjects.ts'
import { PROPOSAL_MS } from '../../../src/game/office/times.ts'
import { ruleOf, type Verb } from '../../../src/game/office/verbs.ts'
import { WITHDRAWAL_STATES, type WithdrawalState } from '../../../src/game/withdrawal/withdrawal.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { announcements, notices } from '../../../src/server/db/schema-announcements.ts'
import { letters } from '../../../src/server/db/schema-letters.ts'
import { proposals, staff } from '../../../src/server/db/schema-office.ts'
import { bans, erasures, shopDrafts, switches } from '../../../src/server/db/schema-operations.ts'
import { openAccount } from '../../../src/server/services/money/pay.ts'
import { newestEdition } from '../../../src/server/shop/edition-store.ts'
import type { OfficeBrowser, OfficeRoute, TestOffice } from '../../support/office/office.ts'
import { addCase, type TestCase } from '../../support/office/office-withdrawals.ts'
import { makePlayer } from '../../support/players/deposits.ts'
import { TEXT } from './valid-calls.ts'

/** A number that no player and no edition has. */
const NO_NUMBER = '999999'

/** The office that the routes are tried in. */
export interface Scene {
  readonly office: TestOffice
  /** Who did what the member who calls did not do. */
  readonly other: OfficeBrowser
  /** Cases by their state, until an act changes one. */
  readonly cases: Map<string, TestCase>
}

/** The id of a subject in one of its states, and what the member who walks has to do with it. */
interface Situation {
  readonly state: string | undefined
  readonly id: string
  readonly isProposer: boolean | undefined
  readonly hasDecided?: boolean
}

async function memberIn({ office }: Scene, state: string): Promise<string> {
  const id = randomUUID()
  await office.db.queries.insert(staff).values({ id, name: id, role: 'support', state: state as 'active' })
  return id
}

async function playerIn({ office }: Scene, state: PlayerState): Promise<string> {
  const { queries } = office.db
  const id = await makePlayer(office.db)
  await office.db.transaction((tx) => openAccount(tx, id))
  const at = new Date(office.nowMs)
  if (state === 'banned') await queries.insert(bans).values({ playerId: id, reason: 'a test' })
  if (state === 'erasing' || state === 'erased') {
    const erasedAt = state === 'erased' ? at : null
    const dueAt = new Date(office.nowMs + PROPOSAL_MS)
    await queries.insert(erasures).values({ playerId: id, dueAt, erasedAt, byShop: true })
  }
  return String(id)
}

async function proposalIn(scene: Scene, state: string, proposerId: string, deciderId: string): Promise<string> {
  const { office } = scene
  const id = randomUUID()
  const subject = await memberIn(scene, 'active')
  const at = state === 'expired' ? office.nowMs - PROPOSAL_MS : office.nowMs
  const isDecided = state === 'approved' || state === 'refused'
  const difference = [
    { field: 'name', before: subject, after: subject },
    { field: 'role', before: 'support', after: 'risk' },
  ] as const
  await office.db.queries.insert(proposals).values({
    id,
    state: state as 'open',
    verb: 'staff.role',
    subjectKind: 'staff',
    subject,
    body: { staffId: subject, role: 'risk' },
    difference,
    entries: [],
    reason: 'a test',
    proposerId,
    proposedAt: new Date(at),
    expiresAt: new Date(at + PROPOSAL_MS),
    deciderId: isDecided ? deciderId : null,
    decidedAt: state === 'open' ? null : new Date(at),
  })
  return id
}

/** An appeal against a decision of a member. */
async function letterIn({ office }: Scene, state: LetterState, deciderId: string): Promise<string> {
  const id = randomUUID()
  const at = new Date(office.nowMs)
  const playerId = await makePlayer(office.db)
  const moments = { openedAt: at, since: at, appealedAt: at }
  await office.db.queries
    .insert(letters)
    .values({ id, playerId, aboutKind: 'player', state, openedBy: 'player', deciderIds: [deciderId], ...moments })
  return id
}

async function withdrawalIn({ office, cases }: Scene, state: WithdrawalState, url: string) {
  const testCase = cases.get(state) ?? (await addCase(office, { state }))
  cases.set(state, testCase)
  const id = url.includes('/cases/') ? String(testCase.playerId) : (testCase.ids[0] ?? '')
  return { state, id, isProposer: undefined }
}

/** A part of the shop whose switch is in a state: a call before may have left it in the other one. */
async function switchIn({ office }: Scene, state: SwitchState): Promise<string> {
  const name = state === 'off' ? 'raffle' : 'wheel'
  const since = new Date(office.nowMs)
  const words = { en: 'Off', ru: 'Выключено', uk: 'Вимкнено' }
  const isOpen = and(eq(switches.name, name), isNull(switches.endedAt))
  await office.db.queries.update(switches).set({ endedAt: since }).where(isOpen)
  if (state === 'off') await office.db.queries.insert(switches).values({ name, words, since })
  return name
}

/** A draft in a state, which adds a line to the questions. */
async function draftIn({ office, other }: Scene, state: DraftState): Promise<string> {
  const newest = await newestEdition(office.db.queries)
  if (newest === undefined) throw new Error('There is no edition')
  const [name, at] = ['pages/faq/en.md', new Date(office.nowMs)]
  const [draft] = await office.db.queries
    .insert(shopDrafts)
    .values({
      title: state,
      state,
      base: newest.id,
      files: { [name]: `${newest.files[name]}\nMore\n` },
      authorId: other.staffId,
      editorId: other.staffId,
      madeAt: at,
      changedAt: at,
      ...(state === 'due' ? { dueAt: at, approvedBy: 'Olha' } : {}),
      ...(state === 'published' ? { edition: newest.id } : {}),
    })
    .returning({ id: shopDrafts.id })
  return String(draft?.id)
}

/** An announcement in a state. */
async function announcementIn({ office, other }: Scene, state: AnnouncementState): Promise<string> {
  const id = newId()
  const at = new Date(office.nowMs)
  const fromAt = new Date(office.nowMs + (state === 'planned' ? PROPOSAL_MS : 0))
  const times = { fromAt, madeAt: at, endedAt: state === 'over' ? at : null }
  const content = { place: 'bar', title: TEXT, words: TEXT, dismissible: true } as const
  await office.db.queries.insert(announcements).values({ ...content, ...times, id, authorId: other.staffId })
  return id
}

/** A notice to a group in a state. */
async function noticeIn({ office, other }: Scene, state: NoticeSendingState): Promise<string> {
  const id = newId()
  const at = new Date(office.nowMs)
  const notice = { id, key: id, groupKind: 'everyone', title: TEXT, words: TEXT, state } as const
  const endedAt = state === 'sending' ? null : at
  await office.db.queries.insert(notices).values({ ...notice, authorId: other.staffId, madeAt: at, endedAt })
  return id
}

/** The situations that a route is tried in by a member: the id of a subject in each of its states. */
export async function situationsOf(
  scene: Scene,
  { url }: OfficeRoute,
  verb: Verb,
  self: OfficeBrowser,
  role: Role,
): Promise<Situation[]> {
  const { other } = scene
  const { subject, states, roles } = ruleOf(verb)
  if (subject === 'staff') {
    const inState = async (state: string) => ({ state, id: await memberIn(scene, state), isProposer: undefined })
    return Promise.all(STAFF_STATES.map(inState))
  }
  if (states === 'any') {
    const isNumbered = ['player', 'edition', 'draft'].includes(subject) || /\/(cases|batches|partners)\//.test(url)
    return [{ state: undefined, id: isNumbered ? NO_NUMBER : randomUUID(), isProposer: undefined }]
  }
  if (subject === 'withdrawal') {
    // A role that may not is refused before the state is read.
    const tried = roles.includes(role) ? WITHDRAWAL_STATES : (['review'] as const)
    return Promise.all(tried.map((state) => withdrawalIn(scene, state, url)))
  }
  if (subject === 'player') {
    const inState = async (state: PlayerState) => ({ state, id: await playerIn(scene, state), isProposer: undefined })
    return Promise.all(PLAYER_STATES.map(inState))
  }
  if (subject === 'draft') {
    const inState = async (state: DraftState) => ({ state, id: await draftIn(scene, state), isProposer: undefined })
    return Promise.all(DRAFT_STATES.map(inState))
  }
  if (subject === 'switch') {
    const inState = async (state: SwitchState) => ({ state, id: await switchIn(scene, state), isProposer: undefined })
    return Promise.all(SWITCH_STATES.map(inState))
  }
  if (subject === 'notice' && url.includes('/notices/')) {
    const inState = async (state: NoticeSendingState) => ({
      state,
      id: await noticeIn(scene, state),
      isProposer: undefined,
    })
    return Promise.all(NOTICE_SENDING_STATES.map(inState))
  }
  if (subject === 'notice') {
    const inState = async (state: AnnouncementState) => {
      return { state, id: await announcementIn(scene, state), isProposer: undefined }
    }
    return Promise.all(ANNOUNCEMENT_STATES.map(inState))
  }
  if (subject === 'letter') {
    const all = LETTER_STATES.flatMap((state) => [true, false].map((hasDecided) => ({ state, hasDecided })))
    const asAppeal = async ({ state, hasDecided }: (typeof all)[number]) => {
      const decider = hasDecided ? self : other
      return { state, hasDecided, id: await letterIn(scene, state, decider.staffId), isProposer: undefined }
    }
    return Promise.all(all.map(asAppeal))
  }
  const both = PROPOSAL_STATES.flatMap((state) => [true, false].map((isProposer) => ({ state, isProposer })))
  return Promise.all(
    both.map(async ({ state, isProposer }) => {
      const [proposer, decider] = isProposer ? [self, other] : [other, self]
      return { state, isProposer, id: await proposalIn(scene, state, proposer.staffId, decider.staffId) }
    }),
  )
}
