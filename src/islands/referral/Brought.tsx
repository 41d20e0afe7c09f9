// Whom the code has brought: when they came, what they deposited, what that earned. Fifty at a time.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReferredPlayer } from '../../contract/referral.ts'
import { formatDate, formatMoney } from '../../i18n/format.ts'
import { $referred, loadMoreReferred, loadReferred } from '../../stores/referral.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './brought.module.css'

/** `count` is how many there are, the ones not read yet among them. */
export function Brought({ count }: { count: number }): ReactElement {
  const { t } = useTranslation(['referral', 'common'])
  const { status, entries, cursor, more } = useStore($referred)
  return (
    <section className={styles.brought} aria-labelledby="brought">
      <h2 id="brought">{t('brought.title')}</h2>
      {count === 0 ? (
        <p className={styles.nobody}>
          <Icon name="users" size={28} />
          <span>{t('brought.nobody')}</span>
        </p>
      ) : status === 'failed' && entries.length === 0 ? (
        <div className={styles.nobody} role="status">
          <span>{t('common:errors.offline')}</span>
          <Button icon="refresh" onClick={() => void loadReferred()}>
            {t('common:actions.retry')}
          </Button>
        </div>
      ) : entries.length === 0 ? (
        <div className={styles.waiting} aria-busy="true">
          {Array.from({ length: Math.min(count, 6) }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
            <Skeleton key={place} width="100%" height={24} />
          ))}
        </div>
      ) : (
        <Players players={entries} />
      )}
      {cursor !== null && entries.length > 0 && (
        <Button className={styles.more} loading={more === 'loading'} onClick={() => void loadMoreReferred()}>
          {more === 'failed' ? t('common:actions.retry') : t('brought.more')}
        </Button>
      )}
    </section>
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
              {earned > 0 ? '+' : ''}
              {formatMoney(earned)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
