import type { Items } from '../../session/items/catalogue.ts'
import type { CaseRecord } from './cases-file.ts'

/** What each part of the editor of a case needs. */
export interface CardProps {
  record: CaseRecord
  items: Items
  /** Why nothing may be changed. */
  locked: string | undefined
  onChange: (record: CaseRecord) => void
}
