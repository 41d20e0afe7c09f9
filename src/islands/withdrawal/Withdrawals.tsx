// The player's withdrawals, newest first: the state and the actions of each, and why Steam holds items back.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Withdrawal } from '../../protocol/withdrawal.ts'
import { watchLetters } from '../../stores/letters/letters.ts'
import {
  $withdrawals,
  loadMoreWithdrawals,
  loadWithdrawals,
  watchWithdrawals,
} from '../../stores/withdrawal/withdrawals.ts'
import { Icon } from '../ui/Icon.tsx'
import { PagedList } from '../ui/lists/PagedList.tsx'
import { Pager } from '../ui/lists/Pager.tsx'
import { RowSkeletons } from '../ui/lists/RowSkeletons.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { WithdrawalRow } from './WithdrawalRow.tsx'
import styles from './withdrawals.module.css'

export function Withdrawals(): ReactElement {
  const { t } = useTranslation('withdrawal')
  useEffect(watchWithdrawals, [])
  useEffect(watchLetters, [])
  return (
    <PagedList
      list={useStore($withdrawals)}
      skeletons={<RowSkeletons label={t('list.loading')} count={3} height={132} />}
      failed={{ title: t('failed.title'), text: t('failed.text') }}
      empty={<EmptyState icon="steam" title={t('none.title')} text={t('none.text')} size="card" />}
      size="card"
      onLoad={() => void loadWithdrawals()}
    >
      {(withdrawals) => (
        <>
          <List withdrawals={withdrawals} />
          <ReplaceDialog />
        </>
      )}
    </PagedList>
  )
}

function List({ withdrawals }: { withdrawals: readonly Withdrawal[] }): ReactElement {
  const { t } = useTranslation('withdrawal')
  const list = useStore($withdrawals)
  return (
    <div className={styles.withdrawals}>
      <ul className={styles.list} aria-label={t('list.label')}>
        {withdrawals.map((withdrawal) => (
          <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </ul>
      <Pager list={list} label={t('list.older')} onMore={() => void loadMoreWithdrawals()} />
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
