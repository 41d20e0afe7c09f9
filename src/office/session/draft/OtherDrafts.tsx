// The list of a room's drafts, loaded beside the room.
import { type ComponentProps, lazy, type ReactElement, Suspense } from 'react'
import { withTexts } from '../language.ts'

const DraftList = lazy(
  withTexts(['officeDrafts'], async () => ({ default: (await import('./DraftList.tsx')).DraftList })),
)

export function OtherDrafts(props: ComponentProps<typeof DraftList>): ReactElement {
  return (
    <Suspense fallback={null}>
      <DraftList {...props} />
    </Suspense>
  )
}
