// A list in pages: skeletons while the first page loads, an empty state when it failed or has no entries, else the entries and the pager.
import type { ReactElement, ReactNode } from 'react'
import type { Paged } from '../../../stores/kernel/paged.ts'
import { EmptyState } from '../messages/EmptyState.tsx'

interface PagedListProps<Entry> {
  readonly list: Paged<Entry>
  readonly skeletons: ReactElement
  /** The text for a first page that failed to load, with or without a title. */
  readonly failed: { readonly title?: string; readonly text: string }
  readonly empty: ReactElement
  readonly size?: 'tab' | 'card' | 'line'
  onLoad(): void
  /** Renders the entries, and the pager where it belongs. */
  children(entries: readonly Entry[]): ReactNode
}

export function PagedList<Entry>(props: PagedListProps<Entry>): ReactElement {
  const { list, skeletons, failed, empty, size = 'tab', onLoad, children } = props
  if (list.entries.length > 0) return <>{children(list.entries)}</>
  if (list.status === 'loading') return skeletons
  if (list.status === 'failed') return <EmptyState {...failed} icon="alert" size={size} onRetry={onLoad} />
  return empty
}
