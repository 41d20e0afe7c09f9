// The difference between two texts, by lines.
import { structuredPatch } from 'diff'

/** A line that was removed, was added, or stayed. */
export interface TextLine {
  readonly kind: 'removed' | 'added' | 'same'
  readonly text: string
}

/** Lines of a change, with those around them. */
export interface Hunk {
  /** The number of its first line in the text before; its key too. */
  readonly at: number
  readonly lines: readonly TextLine[]
}

/** How many lines around a change stay in sight. */
const CONTEXT = 2

/** How long texts are compared: two long ones that share nothing would take minutes. */
const COMPARED_MS = 1_000

const KINDS: Readonly<Record<string, TextLine['kind']>> = { '-': 'removed', '+': 'added', ' ': 'same' }

/** Returns where two texts differ; null where they differ in too much to be compared. */
export function lineDifference(before: string, after: string): readonly Hunk[] | null {
  const options = { context: CONTEXT, timeout: COMPARED_MS }
  const patch = structuredPatch('', '', before, after, undefined, undefined, options)
  if (patch === undefined) return null
  return patch.hunks.map(({ oldStart, lines }) => ({
    at: oldStart,
    lines: lines.flatMap((line) => {
      // A remark, that a text does not end in a new line.
      const kind = KINDS[line.slice(0, 1)]
      return kind === undefined ? [] : [{ kind, text: line.slice(1) }]
    }),
  }))
}
