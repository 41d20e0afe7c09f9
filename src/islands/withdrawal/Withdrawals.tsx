// The withdrawals of a player, newest first: how each stands, what he can do about it, and why Steam makes him wait.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $withdrawals, loadMoreWithdrawals, loadWithdrawals, watchWithdrawals } from '../../stores/withdrawals.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { WithdrawalRow } from './WithdrawalRow.tsx'
import styles from './withdrawals.module.css'

export function Withdrawals(): ReactElement {
  useEffect(watchWithdrawals, [])
  const { status, entries } = useStore($withdrawals)
  if (entries.length === 0) {
    if (status === 'loading') return <ToCome />
    return status === 'failed' ? <Failed /> : <None />
  }
  return (
    <>
      <List />
      <ReplaceDialog />
    </>
  )
}

function List(): ReactElement {
  const { t } = useTranslation(['withdrawal', 'common'])
  const { entries, cursor, more } = useStore($withdrawals)
  return (
    <div className={styles.room}>
      <ul className={styles.list} aria-label={t('list.label')}>
        {entries.map((withdrawal) => (
          <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </ul>
      {cursor === null ? null : (
        <Button className={styles.older} loading={more === 'loading'} onClick={() => void loadMoreWithdrawals()}>
          {t(more === 'failed' ? 'common:actions.retry' : 'list.older')}
        </Button>
      )}
      <details className={styles.why}>
        <summary>
          <Icon name="shield" size={16} />
          {t('why.title')}
          <Icon name="chevron-down" size={16} />
        </summary>
        <p>{t('why.protection')}</p>
        <p>{t('why.offer')}</p>
      </details>
    </div>
  )
}

function ToCome(): ReactElement {
  const { t } = useTranslation('withdrawal')
  return (
    <div className={styles.list} aria-busy="true">
      <span className="unseen">{t('list.loading')}</span>
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} width="100%" height={132} shape="card" />
      ))}
    </div>
  )
}

function Failed(): ReactElement {
  const { t } = useTranslation(['withdrawal', 'common'])
  return (
    <div className={styles.nothing} role="status">
      <Icon name="alert" size={32} />
      <strong>{t('failed.title')}</strong>
      <p>{t('failed.text')}</p>
      <Button icon="refresh" onClick={() => void loadWithdrawals()}>
        {t('common:actions.retry')}
      </Button>
    </div>
  )
}

function None(): ReactElement {
  const { t } = useTranslation('withdrawal')
  return (
    <div className={styles.nothing}>
      <Icon name="steam" size={32} />
      <strong>{t('none.title')}</strong>
      <p>{t('none.text')}</p>
    </div>
  )
}
