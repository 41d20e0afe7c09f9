// What is switched off: staff switch parts of the shop off and on, and every process knows within a second.

import { and, desc, eq, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm'
import { LANGUAGES, type Localized } from '../../../game/base/language.ts'
import { FIXED_REASONS } from '../../../game/office/job-reasons.ts'
import { isShopPart, isSwitchName, type SwitchedOff, type SwitchName } from '../../../game/office/switches.ts'
import { formatUtc } from '../../../i18n/format.ts'
import { type Actor, jobActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { switches } from '../../db/schema-operations.ts'

type SwitchRow = typeof switches.$inferSelect

const isOpen = isNull(switches.endedAt)

/** Why something is on again whose time is over. */
const TIME_OVER = FIXED_REASONS['time-over']

const DUE_AT_ONCE = 100

/** What is switched off, by whom and why. */
export interface SwitchTerms {
  readonly name: SwitchName
  /** What players read. */
  readonly words: Localized
  readonly until: Date | null
  readonly by: Actor
  readonly reason: string
  readonly at: Date
}

/** Returns what players read in all languages, as the record keeps it. */
export const wordsText = (words: Localized): string =>
  LANGUAGES.map((language) => `${language}: ${words[language]}`).join(' · ')

/**
 * Switches something off in a transaction.
 *
 * @returns false where it is off already
 */
export async function switchOffIn(tx: Queries, terms: SwitchTerms): Promise<boolean> {
  const { name, words, until, by, reason, at } = terms
  const rows = await tx
    .insert(switches)
    .values({ name, words, since: at, until })
    .onConflictDoNothing()
    .returning({ id: switches.id })
  if (rows.length === 0) return false
  const after = { state: 'off', words: wordsText(words), until: until === null ? null : until.toISOString() }
  await recordAct(tx, {
    ...{ by, verb: 'switches.off', kind: 'switch', subject: name, reason },
    before: { state: 'on' },
    after,
  })
  return true
}

/**
 * Switches something on again in a transaction.
 *
 * @returns false where it is on
 */
export async function switchOnIn(
  tx: Queries,
  { name, by, reason, at }: Pick<SwitchTerms, 'name' | 'by' | 'reason' | 'at'>,
  condition?: SQL,
): Promise<boolean> {
  const ended = await tx
    .update(switches)
    .set({ endedAt: at })
    .where(and(eq(switches.name, name), isOpen, condition))
    .returning({ id: switches.id })
  if (ended.length === 0) return false
  await recordAct(tx, {
    ...{ by, verb: 'switches.on', kind: 'switch', subject: name, reason },
    before: { state: 'off' },
    after: { state: 'on' },
  })
  return true
}

/** Returns what is switched off; of other names than this version knows, nothing. */
export async function openSwitches(queries: Queries): Promise<SwitchRow[]> {
  const rows = await queries.select().from(switches).where(isOpen).orderBy(switches.name)
  return rows.filter(({ name }) => isSwitchName(name))
}

/** Returns what was switched off last and is on again, the newest first. */
export function endedSwitches(queries: Queries, most: number): Promise<SwitchRow[]> {
  const newest = desc(switches.endedAt)
  return queries.select().from(switches).where(isNotNull(switches.endedAt)).orderBy(newest).limit(most)
}

/** Returns what was off at some time since a moment, the newest first. */
export async function switchesSince(queries: Queries, since: Date, most: number): Promise<SwitchRow[]> {
  const isOfThen = or(isOpen, gt(switches.endedAt, since))
  return queries.select().from(switches).where(isOfThen).orderBy(desc(switches.since), desc(switches.id)).limit(most)
}

export interface Switches {
  /** Returns what is switched off of these, the first; null where all are on. */
  off(...names: readonly SwitchName[]): SwitchedOff | null
  /** @throws RefusalError 'switched-off' with the words for players */
  assertOn(...names: readonly SwitchName[]): void
  /** Returns all that is switched off. */
  list(): readonly SwitchedOff[]
  /** Reads what is switched off, after it has ended what is over. */
  refresh(): Promise<void>
  /** Calls a listener after each change that `refresh` found. */
  onChange(listener: () => void): void
}

export interface SwitchesParts {
  readonly db: Database
  readonly now: () => number
}

/** Makes what this process knows of switches over a database. Where they cannot be read, what is known stays. */
export function createSwitches({ db, now }: SwitchesParts): Switches {
  const listeners: (() => void)[] = []
  let entries = new Map<string, SwitchedOff>()
  let text = '[]'

  const isOff = ({ untilMs }: SwitchedOff): boolean => untilMs === null || untilMs > now()

  async function endDue(): Promise<void> {
    const at = new Date(now())
    const isDue = lte(switches.until, at)
    const rows = await db.queries
      .select({ name: switches.name })
      .from(switches)
      .where(and(isOpen, isDue))
      .limit(DUE_AT_ONCE)
    for (const { name } of rows) {
      const terms = { name: name as SwitchName, by: jobActor('switches'), reason: TIME_OVER, at }
      await db.transaction((tx) => switchOnIn(tx, terms, isDue))
    }
  }

  const switchedOff: Switches['off'] = (...names) => {
    for (const name of names) {
      const entry = entries.get(name)
      if (entry !== undefined && isOff(entry)) return entry
    }
    return null
  }

  return {
    off: switchedOff,
    assertOn: (...names) => {
      const entry = switchedOff(...names)
      if (entry !== null) throw switchedOffRefusal(entry)
    },
    list: () => [...entries.values()].filter(isOff),
    refresh: async () => {
      await endDue()
      const rows = await openSwitches(db.queries)
      const list = rows.map(({ name, words, since, until }) => {
        const untilMs = until === null ? null : until.getTime()
        return { name: name as SwitchName, words, sinceMs: since.getTime(), untilMs }
      })
      entries = new Map(list.map((entry) => [entry.name, entry]))
      const before = text
      text = JSON.stringify(list)
      if (text !== before) for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

/** Returns the refusal of what is switched off: the words of the shop, and when it is on again. */
function switchedOffRefusal({ name, words, untilMs }: SwitchedOff): RefusalError {
  const part = isShopPart(name) ? name : 'deposits'
  const end = untilMs === null ? {} : { context: 'until', until: formatUtc(untilMs) }
  return new RefusalError('switched-off', {}, { part, ...end }, words)
}
