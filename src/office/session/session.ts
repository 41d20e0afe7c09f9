// Who is signed in, and what they may do.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Cents, cents } from '../../game/base/money.ts'
import { type Judgement, judge, type Situation } from '../../game/office/judge.ts'
import { DEFAULT_RULES, type OfficeRules } from '../../game/office/limits.ts'
import type { Verb } from '../../game/office/verbs.ts'
import type { SessionReply } from '../../protocol/office/session.ts'
import { api } from './api.ts'

/** How often session and counts are asked for while the page is in front. */
export const POLL_MS = 15_000

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => api.get<SessionReply>('/session'),
  refetchInterval: POLL_MS,
})

/** Changes of the own session run one after the other: who signs out at once has still chosen their language. */
export const SESSION_CHANGES = { id: 'session' }

type Staff = NonNullable<SessionReply['staff']>

/** The session of a signed-in member. Only such members see rooms. */
export type OwnSession = Omit<SessionReply, 'staff'> & { readonly staff: Staff }

/** Returns the session in a room, which is shown to signed-in staff alone. */
export function useOwnSession(): OwnSession {
  const { data } = useQuery(sessionQuery)
  if (data?.staff === undefined || data.staff === null) throw new Error('A room without a session')
  return { ...data, staff: data.staff }
}

/** Hands a session that a call returned to the page. */
export function takeSession(queries: QueryClient, session: SessionReply): void {
  queries.setQueryData(sessionQuery.queryKey, session)
}

/** Puts what a fresh assertion allows into the session. */
export function useTakeFresh(): (freshUntil: number) => void {
  const queries = useQueryClient()
  return (freshUntil) => {
    queries.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, freshUntil })
  }
}

/** What is known of a subject before the press: reason and fresh assertion are asked for after it. */
export type Prospect = Pick<Situation, 'state' | 'amount' | 'isProposer' | 'hasDecided'>

function sums<Name extends string>(amounts: Readonly<Record<Name, number>>): Readonly<Record<Name, Cents>> {
  const entries = Object.entries<number>(amounts).map(([name, amount]) => [name, cents(amount)])
  return Object.fromEntries(entries) as Readonly<Record<Name, Cents>>
}

/** Returns the rules of the second person as the table of verbs reads them. */
function rulesOf({ rules }: OwnSession): OfficeRules {
  return { ...DEFAULT_RULES, secondPerson: rules.secondPerson, limits: sums(rules.limits), caps: sums(rules.caps) }
}

/** Judges a verb for a member of the staff, as if the reason was given and the passkey pressed. */
export function prospectOf(verb: Verb, session: OwnSession, prospect: Prospect = {}): Judgement {
  return judge(verb, {
    ...prospect,
    role: session.staff.role,
    rules: rulesOf(session),
    hasReason: true,
    freshUntil: Number.POSITIVE_INFINITY,
    now: 0,
  })
}
