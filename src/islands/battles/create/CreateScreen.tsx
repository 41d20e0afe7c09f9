// Making a battle: its cases, how it is played, and a bar with its price that stays in view.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { $source, openDraft } from '../../../stores/battles/battle-create.ts'
import { island } from '../../island.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { CasePicker } from './CasePicker.tsx'
import { ChosenCases } from './ChosenCases.tsx'
import { CreateBar } from './CreateBar.tsx'
import styles from './create.module.css'
import type { OfferedCase } from './offered-case.ts'
import { Terms } from './Terms.tsx'

interface CreateScreenProps {
  readonly cases: readonly OfferedCase[]
}

function CreateScreenView({ cases }: CreateScreenProps): ReactElement {
  const { t } = useTranslation('battleNew')
  const source = useStore($source)
  const picker = useRef<HTMLDivElement>(null)
  useEffect(() => void openDraft(cases, location.search), [cases])
  const showCases = (): void => {
    picker.current?.scrollIntoView({ block: 'start' })
    picker.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.create}>
      <div className={styles.parts}>
        <div className={styles.cases}>
          {source === 'failed' ? <Alert title={t('source.title')} text={t('source.text')} /> : null}
          <ChosenCases cases={cases} />
          <div ref={picker} className={styles.picker}>
            <CasePicker cases={cases} />
          </div>
        </div>
        <Terms />
      </div>
      <CreateBar onChooseCases={showCases} />
    </div>
  )
}

export const CreateScreen = island(CreateScreenView)
