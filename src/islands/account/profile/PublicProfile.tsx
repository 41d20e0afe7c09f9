// The public profile of a player, rendered on the server and without a script.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../i18n/format.ts'
import type { Profile } from '../../../protocol/account.ts'
import { island } from '../../island.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/players/Avatar.tsx'
import { PlayerName } from '../../ui/players/PlayerName.tsx'
import { Badges } from './Badges.tsx'
import { BestDrop } from './BestDrop.tsx'
import styles from './public-profile.module.css'
import { RecentDrops } from './RecentDrops.tsx'
import { Totals } from './Totals.tsx'

function PublicProfileView({ profile }: { profile: Profile }): ReactElement {
  const { t } = useTranslation('profile')
  const { username, avatar, lvl, joined_at, best, totals, badges, recent } = profile
  const name = username ?? t('hidden.name')
  return (
    <div className={styles.profile}>
      <header className={styles.head}>
        <Avatar src={avatar} name="" level={lvl} size={112} />
        <div className={styles.words}>
          <PlayerName name={name} as="h1" />
          <p className={styles.facts}>
            <span>{t('level', { level: lvl })}</span>
            {joined_at === null ? null : (
              <span>
                {t('since')} <time dateTime={new Date(joined_at).toISOString()}>{formatDate(joined_at)}</time>
              </span>
            )}
          </p>
        </div>
      </header>
      {username === null ? (
        <p className={styles.hidden}>
          <Icon name="lock" size={20} />
          {t('hidden.text')}
        </p>
      ) : (
        <>
          <div className={styles.top}>
            <BestDrop drop={best} none={t('bestNone')} />
            <Totals totals={totals} isTall />
          </div>
          <Badges badges={badges} />
          <section aria-labelledby="recent">
            <h2 id="recent">{t('recent')}</h2>
            {recent.length === 0 ? <p className={styles.none}>{t('recentNone')}</p> : <RecentDrops drops={recent} />}
          </section>
        </>
      )}
    </div>
  )
}

export const PublicProfile = island(PublicProfileView)
