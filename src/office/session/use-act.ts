// Acts of the office: calls that may ask for a fresh assertion first.
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { OfficeError } from './api.ts'
import { useAskFresh } from './Fresh.tsx'
import { type Done, useTellDone } from './outcome.tsx'

/** Acts are sent in the order in which they were made: a decision never overtakes the claim before it. */
const IN_TURN = { id: 'acts' }

/** Runs a call; where it asks for a fresh assertion, gets one and runs the call again. */
export async function withFresh<Reply>(run: () => Promise<Reply>, askFresh: () => Promise<void>): Promise<Reply> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof OfficeError) || error.why !== 'fresh') throw error
    await askFresh()
    return run()
  }
}

/** Tells whether a reply says that a second person decides first. */
function isProposed(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'outcome' in reply && reply.outcome === 'proposed'
}

/**
 * Makes an act of a call, which says so when it is done, or that it waits for a second person.
 *
 * @param done what is said
 * @param changes the keys of the queries whose data the act changes; the audit and the counts always do
 */
export function useAct<Input, Reply>(
  done: Done,
  run: (input: Input) => Promise<Reply>,
  changes: readonly QueryKey[],
): UseMutationResult<Reply, Error, Input> {
  const askFresh = useAskFresh()
  const tellDone = useTellDone()
  const queries = useQueryClient()
  return useMutation({
    scope: IN_TURN,
    mutationFn: (input: Input) => withFresh(() => run(input), askFresh),
    onSuccess: (reply) => tellDone(isProposed(reply) ? 'proposed' : done),
    onSettled: () =>
      Promise.all(
        [...changes, ['audit'], ['proposals'], ['counts'], ['session']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
