// The state of a member of the staff.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffState } from '../../../game/office/subjects.ts'
import { Chip } from '../../parts/Chip.tsx'

export function StateChip({ state }: { state: StaffState }): ReactElement {
  const { t } = useTranslation('office')
  return <Chip tone={state === 'active' ? 'good' : 'bad'}>{t(`states.${state}`)}</Chip>
}
