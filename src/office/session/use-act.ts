// Acts of the office: calls that may ask for a fresh assertion first.
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { OfficeError } from './api.ts'
import { useAskFresh } from './Fresh.tsx'

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

/**
 * Makes an act of a call.
 *
 * @param changes the keys of the queries whose data the act changes; the audit and the counts always do
 */
export function useAct<Input, Reply>(
  run: (input: Input) => Promise<Reply>,
  changes: readonly QueryKey[],
): UseMutationResult<Reply, Error, Input> {
  const askFresh = useAskFresh()
  const queries = useQueryClient()
  return useMutation({
    scope: IN_TURN,
    mutationFn: (input: Input) => withFresh(() => run(input), askFresh),
    onSettled: () =>
      Promise.all(
        [...changes, ['audit'], ['proposals'], ['counts'], ['session']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
