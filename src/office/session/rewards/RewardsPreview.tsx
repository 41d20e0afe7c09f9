// The page of the players' site that shows a part of the rewards, as the draft would make it.
import type { ReactElement } from 'react'
import type { Language } from '../../../game/base/language.ts'
import { Preview } from '../draft/Preview.tsx'
import { PreviewLinks } from '../draft/PreviewLinks.tsx'
import type { DraftWork } from '../draft/use-draft.ts'

interface RewardsPreviewProps {
  work: DraftWork
  page: string
  shown: Language | undefined
}

/** Shows nothing before the draft is saved, and once it is over. */
export function RewardsPreview({ work, page, shown }: RewardsPreviewProps): ReactElement | null {
  const { saved, state } = work
  if (saved === undefined || state === 'published' || state === 'dropped') return null
  return (
    <>
      <PreviewLinks to="/rewards" shown={shown} />
      {shown === undefined ? null : <Preview work={{ ...work, saved }} page={page} language={shown} />}
    </>
  )
}
