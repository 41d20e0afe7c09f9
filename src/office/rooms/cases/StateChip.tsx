// Whether a case is sold, in a word.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../parts/Chip.tsx'
import type { CaseState } from './search.ts'

const TONES = { on: 'good', paused: 'calm', held: 'bad', scheduled: 'warn', ended: 'calm' } as const

export function StateChip({ state }: { state: CaseState }): ReactElement {
  const { t } = useTranslation('officeCases')
  return <Chip tone={TONES[state]}>{t(`states.${state}`)}</Chip>
}
