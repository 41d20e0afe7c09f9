// What is wrong with the shop that a draft would make, asked for when nobody has typed for a moment.
import { useEffect, useState } from 'react'
import type { DraftCheckReply } from '../../../protocol/office/drafts.ts'
import { api } from '../api.ts'

/** How long nobody has typed. */
const PAUSE_MS = 500

export interface DraftCheck extends DraftCheckReply {
  readonly isChecking: boolean
  /** Of the call. */
  readonly error: unknown
}

export interface CheckedChange {
  readonly base: number
  readonly files: Readonly<Record<string, string | null>>
}

interface Answer {
  readonly change: CheckedChange
  readonly reply: DraftCheckReply
  readonly error: unknown
}

const NOTHING: DraftCheckReply = { faults: [], overtaken: [] }

/**
 * Checks a change again each time that it is another object.
 *
 * @param change null for one that is not checked
 */
export function useCheck(change: CheckedChange | null): DraftCheck {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    if (change === null) return
    let isOver = false
    const take = (reply: DraftCheckReply, error: unknown): void => {
      if (!isOver) setAnswer({ change, reply, error })
    }
    const timer = setTimeout(() => {
      api.post<DraftCheckReply>('/drafts/check', change).then(
        (reply) => take(reply, null),
        (error: unknown) => take(NOTHING, error),
      )
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [change])
  if (change === null) return { ...NOTHING, isChecking: false, error: null }
  // What was said last stays in sight until the next answer.
  return { ...(answer?.reply ?? NOTHING), isChecking: answer?.change !== change, error: answer?.error ?? null }
}
