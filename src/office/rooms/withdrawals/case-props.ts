// What the parts of a case that decide on it are given.
import type { CaseItem, CaseReply } from '../../../protocol/office/withdrawals.ts'

export interface CaseActsProps {
  readonly data: CaseReply
  /** The ticked items. */
  readonly chosen: readonly CaseItem[]
  /** Called when nothing of it is left to decide, or a second person decides. */
  readonly onDecided: (player: number) => void
  /** Called when a part of it was decided: what is left is ticked again. */
  readonly onPart: () => void
}
