// The words of alerts: numbers, spans and links into the office, in the language of the member. Nothing in them is about a player.
import type { Language } from '../../../../game/base/language.ts'
import type { AlertKind, ToldMatter } from '../../../../game/office/alerts.ts'
import { COUNT_MOST } from '../../../../game/office/counted-rooms.ts'
import { textFor } from '../../../../i18n/text.ts'
import { spanWords } from '../../../../i18n/wait-words.ts'

const MINUTE_MS = 60_000

/** Lines of one message; Telegram takes 4096 letters, a push service 4096 bytes. */
const LINES_MOST = 8

/** Where the office shows each kind. */
const ROOM_OF: Readonly<Record<AlertKind, string>> = {
  chain: '/audit',
  job: '/system',
  dispute: '/payments?tab=disputes',
  disputeAnswer: '/payments?tab=disputes',
  withdrawals: '/withdrawals',
  letters: '/letters',
  keptPayments: '/payments?tab=kept',
  heldPrices: '/prices?filter=held',
  failedDrafts: '/words',
  proposal: '/proposals',
}

export interface AlertWordsParts {
  readonly matters: readonly ToldMatter[]
  readonly atMs: number
  readonly language: Language
  /** Where the office is; null where this site does not know it. */
  readonly officeUrl: string | null
  readonly siteName: string
}

export interface AlertWords {
  readonly title: string
  readonly lines: readonly string[]
  /** The room of the first matter, as a path. */
  readonly path: string
}

function lineOf({ kind, key, count, sinceMs, dueMs }: ToldMatter, atMs: number, language: Language): string {
  const t = textFor(language, 'alertMessages')
  const words = (ms: number): string => spanWords(Math.max(1, Math.round(ms / MINUTE_MS)), textFor(language, 'waiting'))
  const time = words(atMs - sinceMs)
  const name = key.slice(key.indexOf(':') + 1)
  if (key.startsWith('process:')) return t('process', { name, time })
  if (kind === 'disputeAnswer' && dueMs !== undefined && dueMs > atMs) return t('due', { left: words(dueMs - atMs) })
  if (kind === 'chain') return t(name === 'audit' ? 'chain.audit' : 'chain.ledger')
  // A count that ends at a hundred is one of more.
  const more = count >= COUNT_MOST ? '+' : ''
  return t(`matter.${kind}`, { count, more, time, name })
}

/** Returns what a message says; one without matters only shows that messages arrive. */
export function alertWords({ matters, atMs, language, siteName }: Omit<AlertWordsParts, 'officeUrl'>): AlertWords {
  const t = textFor(language, 'alertMessages')
  const title = t('title', { site: siteName })
  const [first] = matters
  if (first === undefined) return { title, lines: [t('test')], path: '/tell-me' }
  const lines = matters.slice(0, LINES_MOST).map((matter) => lineOf(matter, atMs, language))
  const rest = matters.length - lines.length
  return { title, lines: rest > 0 ? [...lines, t('more', { count: rest })] : lines, path: ROOM_OF[first.kind] }
}

/** Returns the text for a chat, with a link a room. */
export function chatText(parts: AlertWordsParts): string {
  const { matters, officeUrl } = parts
  const { title, lines, path } = alertWords(parts)
  const paths = matters.length === 0 ? [path] : [...new Set(matters.map(({ kind }) => ROOM_OF[kind]))]
  const links = officeUrl === null ? [] : ['', ...paths.map((one) => officeUrl + one)]
  return [title, ...lines, ...links].join('\n')
}

/** Returns the body for the webhook of a shop: what is told, and words for people who read it somewhere else. */
export function webhookBody(id: string, parts: AlertWordsParts): object {
  const { matters, atMs, officeUrl, siteName } = parts
  return {
    id,
    at: atMs,
    site: siteName,
    matters: matters.map(({ kind, key, count, sinceMs, dueMs, level, urgent }) => {
      const link = officeUrl && officeUrl + ROOM_OF[kind]
      return { kind, key, count, since: sinceMs, due: dueMs, level, urgent, link }
    }),
    text: chatText(parts),
  }
}
