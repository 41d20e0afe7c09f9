import type { Bound } from '../../../game/rewards/bound.ts'
import type { RewardsRecord } from './rewards-file.ts'
import type { PrizeSources } from './rewards-of.ts'

/** What each part of the editor of rewards needs. */
export interface EditorProps extends PrizeSources {
  record: RewardsRecord
  /** Of all rewards as they are typed. */
  bounds: readonly Bound[]
  /** Why nothing may be changed. */
  locked: string | undefined
  onChange: (record: RewardsRecord) => void
}
