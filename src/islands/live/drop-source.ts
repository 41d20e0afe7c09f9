// Where a drop was won.
import type { DropType, LiveDrop } from '../../contract/live.ts'
import { casePath } from '../../game/case-path.ts'

/** The screen where a kind of drop is won, which is also the name of its icon; most are called as the drop is. */
export function screenOf(type: DropType): string {
  return type === 'case' || type === 'contract' ? `${type}s` : type
}

/** The page where such a drop is won; null where there is none. */
export function sourcePath({ type, case: box }: Pick<LiveDrop, 'type' | 'case'>): string | null {
  if (type === 'calendar') return null
  if (type !== 'case') return `/${screenOf(type)}`
  return box === undefined ? null : casePath(encodeURIComponent(box.url))
}
