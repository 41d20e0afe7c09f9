// The confirmation of an exclusion: what is closed, what stays available, until when, and that nobody can undo it.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../i18n/format.ts'
import { exclude } from '../../../stores/account/limits.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './protection.module.css'
import { type Days, endOf } from './words.ts'

interface ExclusionConfirmationProps {
  readonly days: Days
  /** Whether it lasts for months or forever: then a checkbox has to be ticked first. */
  readonly isLong: boolean
  readonly onDone: () => void
}

export function ExclusionConfirmation({ days, isLong, onDone }: ExclusionConfirmationProps): ReactElement {
  const { t } = useTranslation('protection')
  const [understood, setUnderstood] = useState(!isLong)
  const [closing, setClosing] = useState(false)
  const [failed, setFailed] = useState(false)
  const [end] = useState(() => endOf(days, Date.now()))

  const close = async (): Promise<void> => {
    setClosing(true)
    const outcome = await exclude(days)
    setClosing(false)
    setFailed(outcome === 'failed')
    if (outcome !== 'failed') onDone()
  }

  return (
    <div className={styles.confirm}>
      <h2>{t(`confirm.title.${days}`)}</h2>
      <dl>
        <div>
          <Icon name="lock" className={styles.mark} />
          <dt>{t('confirm.closes.title')}</dt>
          <dd>{t('confirm.closes.text')}</dd>
        </div>
        <div>
          <Icon name="check" className={styles.mark} />
          <dt>{t('confirm.stays.title')}</dt>
          <dd>{t('confirm.stays.text')}</dd>
        </div>
        <div>
          <Icon name="clock" className={styles.mark} />
          <dt>{t('confirm.until.title')}</dt>
          <dd>{end === null ? t('confirm.until.forever') : formatDateTime(end)}</dd>
        </div>
      </dl>
      <p className={styles.final}>{t(end === null ? 'confirm.finalForever' : 'confirm.final')}</p>
      {isLong ? (
        <Checkbox checked={understood} onChange={setUnderstood}>
          {t('confirm.understood')}
        </Checkbox>
      ) : null}
      <p className={styles.fault} role="status">
        {failed ? t('failed') : null}
      </p>
      <div className={styles.actions}>
        <Button onClick={onDone}>{t('confirm.back')}</Button>
        <Button tone="danger" disabled={!understood} loading={closing} onClick={() => void close()}>
          {t(`confirm.close.${days}`)}
        </Button>
      </div>
    </div>
  )
}
