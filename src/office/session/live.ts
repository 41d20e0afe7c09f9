// What colleagues do, seen without a reload: a light call of ids and claims every few seconds, and what its answer puts out of date is read again.
// Asking is the plainest thing that does it: a stream of events would need a connection for each page, a way through each proxy, and a bus between
// instances, to be a second earlier. A page that is not in front asks for nothing.
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** How often a room asks whether a colleague was faster. */
const LIVE_MS = 4_000

interface Light<Reply> {
  readonly queryKey: QueryKey
  readonly queryFn: () => Promise<Reply>
}

/**
 * Asks a light call for as long as the component is shown, and reads queries again when its answer has changed.
 *
 * @param changes the keys of the queries that are out of date then
 * @returns the newest answer; undefined before the first
 */
export function useLive<Reply>({ queryKey, queryFn }: Light<Reply>, changes: readonly QueryKey[]): Reply | undefined {
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey, queryFn, refetchInterval: LIVE_MS })
  const seen = useRef<Reply>(undefined)
  const outdated = useRef(changes)
  useEffect(() => {
    outdated.current = changes
  })
  // An answer that is equal to the one before is the same object.
  useEffect(() => {
    if (seen.current !== undefined && data !== undefined && seen.current !== data) {
      for (const key of outdated.current) void queries.invalidateQueries({ queryKey: key })
    }
    seen.current = data
  }, [data, queries])
  return data
}
