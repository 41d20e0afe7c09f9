// The state of the room Players, in its address.
import { TIMELINE_KINDS, type TimelineKind } from '../../../game/office/timeline.ts'
import type { Query } from '../../session/api.ts'
import { centsOf, DOLLARS, dayOf, dayStartMs, definedOnly, oneOf, wordsOf } from '../../session/search.ts'

export interface PlayersSearch {
  /** What is looked for. */
  readonly q?: string | undefined
  /** The number of the player who is shown. */
  readonly player?: string | undefined
  /** The one kind of events that is shown. */
  readonly kind?: TimelineKind | undefined
  /** The first and the last day, `2026-11-28`, in the reader's time zone. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The least amount, in dollars. */
  readonly least?: string | undefined
  /** Where the page of events begins, in ms; the newest without it. */
  readonly before?: string | undefined
}

const NUMBER = /^\d{4,10}$/
const MOMENT = /^\d{1,15}$/

/** Returns a parameter if it has a form. */
function inForm(form: RegExp, text: unknown): string | undefined {
  return typeof text === 'string' && form.test(text) ? text : undefined
}

export function parsePlayersSearch(search: Readonly<Record<string, unknown>>): PlayersSearch {
  return definedOnly<PlayersSearch>({
    q: wordsOf(search.q, 120),
    player: inForm(NUMBER, search.player),
    kind: oneOf(TIMELINE_KINDS, search.kind),
    from: dayOf(search.from),
    to: dayOf(search.to),
    least: inForm(DOLLARS, search.least),
    before: inForm(MOMENT, search.before),
  })
}

/** Returns the parameters of the call for the events of a state of the room. */
export function timelineQuery({ kind, from, to, least, before }: PlayersSearch): Query {
  return {
    kinds: kind,
    from: from === undefined ? undefined : dayStartMs(from),
    to: to === undefined ? undefined : dayStartMs(to, 1),
    least: least === undefined ? undefined : centsOf(least),
    before,
  }
}
