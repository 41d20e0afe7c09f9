// The numbers in the words of notifications: one form for the site and for the office.
import { cents } from '../game/base/money.ts'
import { formatMoney } from './format.ts'

/** Names of numbers that are not amounts of money. */
const PLAIN: ReadonlySet<string> = new Set(['level', 'percent', 'done', 'day', 'days', 'place'])

/** What a text may name, empty where its notification has no such number. */
const EMPTY = { amount: '', bonus: '', level: '', percent: '', done: '', day: '', need: '', place: '' } as const

/** Returns the numbers of a notification as its title and its content name them. */
export function noticeFacts(amounts: Readonly<Record<string, number>>): Record<keyof typeof EMPTY, string> {
  const facts = Object.entries(amounts).map(([name, value]) => [
    name,
    PLAIN.has(name) ? String(value) : formatMoney(cents(value)),
  ])
  return { ...EMPTY, ...Object.fromEntries(facts) }
}
