// Time-outs and self-exclusion: the choice of a duration, and a dialog that confirms it.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $limits } from '../../../stores/account/limits.ts'
import { openLogin } from '../../../stores/kernel/modals.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Dialog } from '../../ui/messages/Dialog.tsx'
import { ExclusionConfirmation } from './ExclusionConfirmation.tsx'
import styles from './protection.module.css'
import { type Days, isCovered } from './words.ts'

interface ExclusionToolProps {
  readonly kind: 'timeOut' | 'exclusion'
  readonly choices: readonly Days[]
}

function ExclusionTool({ kind, choices }: ExclusionToolProps): ReactElement {
  const { t } = useTranslation('protection')
  const { status } = useStore($user, { ssr: 'initial' })
  const limits = useStore($limits, { ssr: 'initial' })
  const [wished, setWished] = useState<Days | null>(null)
  const [asking, setAsking] = useState(false)
  const exclusion = limits?.exclusion ?? null
  const isClosed = (days: Days): boolean => isCovered(days, exclusion, Date.now())
  const left = choices.filter((days) => !isClosed(days))
  const days = left.find((choice) => choice === wished) ?? left[0]
  const waits = status === 'unknown' || (status === 'authorised' && limits === null)

  // An exclusion in force lasts at least as long as all choices.
  if (days === undefined) return <p className={styles.covered}>{t('covered')}</p>
  return (
    <div className={styles.tool}>
      <Segmented
        label={t(`${kind}.label`)}
        className={styles.choice}
        disabled={waits}
        options={choices.map((choice) => ({
          value: choice,
          label: t(`days.${choice}`),
          disabled: isClosed(choice),
        }))}
        value={days}
        onChange={setWished}
      />
      <Button
        icon={kind === 'timeOut' ? 'clock' : 'lock'}
        disabled={waits}
        aria-haspopup="dialog"
        onClick={() => (status === 'guest' ? openLogin() : setAsking(true))}
      >
        {t(`${kind}.ask`)}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} label={t(`confirm.title.${days}`)}>
        <ExclusionConfirmation days={days} isLong={kind === 'exclusion'} onDone={() => setAsking(false)} />
      </Dialog>
    </div>
  )
}

const TimeOutView = (): ReactElement => <ExclusionTool kind="timeOut" choices={[1, 7, 30]} />

const SelfExclusionView = (): ReactElement => <ExclusionTool kind="exclusion" choices={[182, 365, 'forever']} />

export const TimeOut = island(TimeOutView)

export const SelfExclusion = island(SelfExclusionView)
