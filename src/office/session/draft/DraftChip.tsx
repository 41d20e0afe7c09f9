// The state of a draft, as its bar and lists show it.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftReply } from '../../../protocol/office/drafts.ts'
import { Chip } from '../../parts/Chip.tsx'

export function DraftChip({
  draft: { state, question },
}: {
  draft: Pick<DraftReply, 'state' | 'question'>
}): ReactElement {
  const { t } = useTranslation('officeDrafts')
  if (state === 'open' && question !== null)
    return <Chip tone="warn">{t(question.isOld ? 'question.changed' : 'question.chip')}</Chip>
  return <Chip tone={state === 'failed' ? 'bad' : state === 'due' ? 'warn' : 'calm'}>{t(`states.${state}`)}</Chip>
}
