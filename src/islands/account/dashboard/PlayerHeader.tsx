// The header of the dashboard: the player's picture, level, money, best drop and totals.
import { useStore } from '@nanostores/react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatCount } from '../../../i18n/format.ts'
import type { CurrentUser } from '../../../protocol/user.ts'
import { $account, loadAccount } from '../../../stores/account/account.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { Avatar } from '../../ui/players/Avatar.tsx'
import { PlayerName } from '../../ui/players/PlayerName.tsx'
import { BadgeIcons } from '../profile/Badges.tsx'
import { BestDrop } from '../profile/BestDrop.tsx'
import { Totals } from '../profile/Totals.tsx'
import { LevelBar } from './LevelBar.tsx'
import styles from './player-header.module.css'

export function PlayerHeader(): ReactElement | null {
  const state = useStore($user)
  if (state.status !== 'authorised') return null
  return (
    <div className={styles.header}>
      <div className={styles.player}>
        <PlayerIdentity user={state.user} />
        <LevelBar exp={state.user.exp} />
        <PlayerMoney balance={state.user.balance} />
      </div>
      <PlayerRecords />
    </div>
  )
}

function PlayerIdentity({ user: { id, username, avatar, lvl } }: { user: CurrentUser }): ReactElement {
  const { t } = useTranslation('dashboard')
  const account = useStore($account)
  const isHidden = account.status === 'ready' && account.hidden
  return (
    <div className={styles.identity}>
      <Avatar src={avatar} name="" level={lvl} size={96} />
      <div className={styles.names}>
        <PlayerName name={username} as="h2" />
        <a href={`/user/${id}`}>
          <Icon name={isHidden ? 'lock' : 'user'} size={16} />
          {t(isHidden ? 'head.profileHidden' : 'head.profile')}
        </a>
        <BadgeIcons badges={account.status === 'ready' ? account.profile.badges : []} />
      </div>
    </div>
  )
}

function PlayerMoney({ balance }: { balance: number }): ReactElement {
  const { t, i18n } = useTranslation('dashboard')
  const account = useStore($account)
  const known = account.status === 'ready' ? account : null
  return (
    <div className={styles.money}>
      <div className={styles.balance}>
        <dl>
          <Figure name={t('head.balance')}>
            <Price cents={balance} />
          </Figure>
        </dl>
        <Button tone="signal" icon="plus" href="/deposit" data-open="payment" aria-haspopup="dialog">
          {t('head.deposit')}
        </Button>
      </div>
      <dl className={styles.figures}>
        <Figure name={t('head.items')}>
          {known === null ? null : (
            <>
              <Price cents={known.items.worth} />
              <small>
                {t('head.count', {
                  count: known.items.count,
                  shown: formatCount(known.items.count, i18n.language as Language),
                })}
              </small>
            </>
          )}
        </Figure>
        <Figure name={t('head.spent')}>{known === null ? null : <Price cents={known.spent} />}</Figure>
        <Figure name={t('head.won')}>{known === null ? null : <Price cents={known.won} />}</Figure>
      </dl>
    </div>
  )
}

/** Shows a figure with its name, and a skeleton while the figure is loading. */
function Figure({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width={72} height={20} />}</dd>
    </div>
  )
}

/** Shows the best drop and the totals. */
function PlayerRecords(): ReactElement {
  const { t } = useTranslation(['dashboard', 'common'])
  const account = useStore($account)
  if (account.status === 'failed') {
    return (
      <div className={styles.records}>
        <Alert text={t('head.failed')}>
          <Button icon="refresh" onClick={() => void loadAccount()}>
            {t('common:actions.retry')}
          </Button>
        </Alert>
      </div>
    )
  }
  if (account.status === 'loading') {
    return (
      <div className={styles.records} aria-busy="true">
        <span className="unseen">{t('loading')}</span>
        <Skeleton width="100%" height="100%" shape="card" className={styles.bestSkeleton} />
        <Skeleton width="100%" height={98} shape="card" />
      </div>
    )
  }
  return (
    <div className={styles.records}>
      <BestDrop drop={account.profile.best} none={t('head.bestNone')} />
      <Totals totals={account.profile.totals} />
    </div>
  )
}
