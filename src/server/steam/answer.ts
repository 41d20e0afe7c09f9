// Reads the query string that Steam sends a browser back with, and takes nothing that Steam does not send.

/** What Steam sends, without the `openid.` in front. `invalidate_handle` is not among them: we never send a handle to invalidate. */
export const ANSWER_FIELDS = [
  'ns',
  'mode',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
  'signed',
  'sig',
] as const

type AnswerField = (typeof ANSWER_FIELDS)[number]

/** An answer with every field there, and our own state. */
export type Answer = Readonly<Record<AnswerField | 'state', string>>

export type AnswerFault = 'too-long' | 'malformed' | 'unknown-parameter' | 'duplicate-parameter' | 'missing-parameter'

export type AnswerReading =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'cancelled'; state: string }
  | { kind: 'refused'; reason: AnswerFault | 'ns' | 'mode' }

const QUERY_CHARACTERS_MAX = 8192
const FIELD_OF_NAME: ReadonlyMap<string, keyof Answer> = new Map<string, keyof Answer>([
  ['state', 'state'],
  ...ANSWER_FIELDS.map((field) => [`openid.${field}`, field] as const),
])

/** Printable ASCII without spaces: all that Steam's values are made of. */
const PRINTABLE = /^[\x21-\x7e]+$/

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** Names are compared as they were sent: a name that needs decoding is one that Steam does not send. */
function readFields(query: string): ReadonlyMap<keyof Answer, string> | AnswerFault {
  if (query.length > QUERY_CHARACTERS_MAX) return 'too-long'
  const fields = new Map<keyof Answer, string>()
  for (const part of query.split('&')) {
    const at = part.indexOf('=')
    if (at < 1) return 'malformed'
    const field = FIELD_OF_NAME.get(part.slice(0, at))
    if (field === undefined) return 'unknown-parameter'
    if (fields.has(field)) return 'duplicate-parameter'
    const value = decode(part.slice(at + 1))
    if (value === undefined || !PRINTABLE.test(value)) return 'malformed'
    fields.set(field, value)
  }
  return fields
}

/**
 * Reads an answer. Its fields are all there and each once; whether they are true is not known yet.
 *
 * @param query what stands behind the '?', as it was sent
 */
export function readAnswer(query: string, ns: string): AnswerReading {
  const fields = readFields(query)
  if (typeof fields === 'string') return { kind: 'refused', reason: fields }
  const state = fields.get('state')
  const mode = fields.get('mode')
  if (state === undefined || mode === undefined) return { kind: 'refused', reason: 'missing-parameter' }
  if (fields.get('ns') !== ns) return { kind: 'refused', reason: fields.has('ns') ? 'ns' : 'missing-parameter' }
  if (mode === 'cancel') return { kind: 'cancelled', state }
  if (mode !== 'id_res') return { kind: 'refused', reason: 'mode' }
  const missing = ANSWER_FIELDS.some((field) => !fields.has(field))
  if (missing) return { kind: 'refused', reason: 'missing-parameter' }
  const whole = Object.fromEntries(fields) as Record<keyof Answer, string>
  return { kind: 'answer', answer: whole }
}
