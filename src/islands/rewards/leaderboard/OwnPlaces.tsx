// The user's own places in each period, the time that is left of it, and whether their name is on the boards.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatCount, formatMultiplier } from '../../../i18n/format.ts'
import type { OwnPlaces as Own } from '../../../protocol/leaderboard.ts'
import { $account } from '../../../stores/account/account.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { $places, loadPlaces, type PeriodEnds, setOnBoards, startPlaces } from '../../../stores/rewards/leaderboard.ts'
import { island } from '../../island.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { SignInButton } from '../../ui/controls/SignInButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './own-places.module.css'

function OwnPlacesView({ ends }: { ends: PeriodEnds }): ReactElement {
  const { t } = useTranslation('leaderboard')
  const state = useStore($places, { ssr: 'initial' })
  useEffect(startPlaces, [])
  const known = state.status === 'ready' ? state : null
  return (
    <section className={styles.panel} aria-labelledby="own-places">
      <h2 id="own-places">{t('own.title')}</h2>
      <ul className={styles.periods}>
        {(known?.ends ?? ends).map(({ period, ends_at }) => (
          <li key={period}>
            <h3>{t(`period.${period}`)}</h3>
            <p className={styles.ends}>
              <Icon name="clock" size={16} />
              <span>{t('ends')}</span> <Countdown untilMs={ends_at} onEnd={() => void loadPlaces()} />
            </p>
            <Places own={known?.own?.find((one) => one.period === period) ?? null} />
          </li>
        ))}
      </ul>
      <Listing isFailed={state.status === 'failed'} />
    </section>
  )
}

function Places({ own }: { own: Own[number] | null }): ReactElement {
  const { t, i18n } = useTranslation('leaderboard')
  const language = i18n.language as Language
  return (
    <dl className={styles.places}>
      <div>
        <dt>{t('points.title')}</dt>
        <dd>
          {own?.points == null ? t('own.none') : t('own.at', { place: formatCount(own.points.place, language) })}
          {own?.points != null && (
            <small>
              {t('points.value', { count: own.points.value, shown: formatCount(own.points.value, language) })}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('multiplier.title')}</dt>
        <dd>
          {own?.multiplier == null
            ? t('own.none')
            : t('own.at', { place: formatCount(own.multiplier.place, language) })}
          {own?.multiplier != null && <small>{formatMultiplier(own.multiplier.value, language)}</small>}
        </dd>
      </div>
    </dl>
  )
}

/** Says whether the user is listed, and lets them change it. */
function Listing({ isFailed }: { isFailed: boolean }): ReactElement {
  const { t } = useTranslation(['leaderboard', 'common'])
  const user = useStore($user, { ssr: 'initial' })
  const account = useStore($account, { ssr: 'initial' })
  const [isAsking, setAsking] = useState(false)
  if (user.status === 'guest') {
    return (
      <div className={styles.listing}>
        <p>{t('own.guest')}</p>
        <SignInButton />
      </div>
    )
  }
  if (isFailed || account.status === 'failed') {
    return (
      <div className={styles.listing} role="status">
        <p>{t('own.failed')}</p>
        <Button icon="refresh" onClick={() => void loadPlaces()}>
          {t('common:actions.retry')}
        </Button>
      </div>
    )
  }
  if (account.status === 'loading') return <div className={styles.listing} aria-busy="true" />
  if (account.hidden) {
    return (
      <div className={styles.listing}>
        <p>{t('own.hidden')}</p>
        <Button icon="settings" href="/dashboard?tab=settings">
          {t('own.settings')}
        </Button>
      </div>
    )
  }
  const { onBoards } = account
  const change = async (): Promise<void> => {
    setAsking(true)
    const isDone = await setOnBoards(!onBoards)
    setAsking(false)
    if (isDone) await loadPlaces()
    else toast('error', t('common:errors.offline'))
  }
  return (
    <div className={styles.listing}>
      <p>
        <span>{t(onBoards ? 'own.on' : 'own.off')}</span> <span>{t('own.late')}</span>
      </p>
      <Button icon="user" loading={isAsking} onClick={() => void change()}>
        {t(onBoards ? 'own.hide' : 'own.show')}
      </Button>
    </div>
  )
}

export const OwnPlaces = island(OwnPlacesView)
