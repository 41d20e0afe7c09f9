// The players who signed up with the code: when they joined, what they deposited, and what that earned.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatMoney } from '../../../i18n/format.ts'
import type { ReferredPlayer } from '../../../protocol/referral.ts'
import { $referred, loadMoreReferred, loadReferred } from '../../../stores/rewards/referral.ts'
import { PagedList } from '../../ui/lists/PagedList.tsx'
import { Pager } from '../../ui/lists/Pager.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import styles from './referred-players.module.css'

/** Lists the referred players; `count` includes those that are not loaded yet. */
export function ReferredPlayers({ count }: { count: number }): ReactElement {
  const { t } = useTranslation(['referral', 'common'])
  const list = useStore($referred)
  return (
    <section className={styles.referred} aria-labelledby="referred-players">
      <h2 id="referred-players">{t('brought.title')}</h2>
      {count === 0 ? (
        <EmptyState icon="users" text={t('brought.nobody')} size="line" />
      ) : (
        <PagedList
          list={list}
          skeletons={<Skeletons count={Math.min(count, 6)} />}
          // The count may be newer than the list.
          empty={<Skeletons count={Math.min(count, 6)} />}
          failed={{ text: t('common:errors.offline') }}
          size="line"
          onLoad={() => void loadReferred()}
        >
          {(players) => (
            <>
              <Players players={players} />
              <Pager list={list} label={t('brought.more')} onMore={() => void loadMoreReferred()} />
            </>
          )}
        </PagedList>
      )}
    </section>
  )
}

function Skeletons({ count }: { count: number }): ReactElement {
  return (
    <div className={styles.skeletons} aria-busy="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are interchangeable
        <Skeleton key={place} width="100%" height={24} />
      ))}
    </div>
  )
}

function Players({ players }: { players: readonly ReferredPlayer[] }): ReactElement {
  const { t } = useTranslation('referral')
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('brought.player')}</th>
          <th scope="col" className={styles.wide}>
            {t('brought.joined')}
          </th>
          <th scope="col">{t('brought.deposited')}</th>
          <th scope="col">{t('brought.earned')}</th>
        </tr>
      </thead>
      <tbody>
        {players.map(({ id, username, joined_at, deposited, earned }) => (
          <tr key={id}>
            <th scope="row">
              {username === null ? <span>{t('brought.hidden')}</span> : <a href={`/user/${id}`}>{username}</a>}
              <time className={styles.narrow} dateTime={new Date(joined_at).toISOString()}>
                {formatDate(joined_at)}
              </time>
            </th>
            <td className={styles.wide}>
              <time dateTime={new Date(joined_at).toISOString()}>{formatDate(joined_at)}</time>
            </td>
            <td className="price">{formatMoney(deposited)}</td>
            <td className="price" data-tone={earned > 0 ? 'good' : undefined}>
              {`${earned > 0 ? '+' : ''}${formatMoney(earned)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
