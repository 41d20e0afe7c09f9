// The state of the room Letters, in its address.
import { LETTER_STATES, LETTER_SUBJECTS, type LetterState, type LetterSubject } from '../../../game/letters/letters.ts'
import { definedOnly, oneOf, uuidOf } from '../../session/search.ts'

export interface LettersSearch {
  /** Those that wait without it. */
  readonly state?: Exclude<LetterState, 'waiting'> | undefined
  readonly mine?: '1' | undefined
  readonly kind?: LetterSubject | undefined
  readonly appeal?: '1' | undefined
  readonly cursor?: string | undefined
  /** The selected letter. */
  readonly letter?: string | undefined
  /** The number of a player who is written to, and about what: `withdrawal:…`, `order:…`, or the player. */
  readonly to?: string | undefined
  readonly about?: string | undefined
}

/** States besides that of the first tab. */
const LATER = LETTER_STATES.filter((state) => state !== 'waiting')

const CURSOR = /^\d{1,15}_[0-9a-f-]{36}$/
const NUMBER = /^\d{4,10}$/
const ABOUT = /^(withdrawal|order):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a parameter if it has a form. */
function inForm(form: RegExp, text: unknown): string | undefined {
  return typeof text === 'string' && form.test(text) ? text : undefined
}

export function parseLettersSearch(search: Readonly<Record<string, unknown>>): LettersSearch {
  return definedOnly<LettersSearch>({
    state: oneOf(LATER, search.state),
    mine: oneOf(['1'], search.mine),
    kind: oneOf(LETTER_SUBJECTS, search.kind),
    appeal: oneOf(['1'], search.appeal),
    cursor: inForm(CURSOR, search.cursor),
    letter: uuidOf(search.letter),
    to: inForm(NUMBER, search.to),
    about: inForm(ABOUT, search.about),
  })
}

/** Reads what a letter is to be about: the player themselves without it. */
export function aboutOf({ to = '', about }: LettersSearch): { kind: LetterSubject; id: string } {
  const [name, id] = (about ?? '').split(':')
  const kind = LETTER_SUBJECTS.find((subject) => subject === name)
  return kind === undefined || id === undefined ? { kind: 'player', id: to } : { kind, id }
}
