// The one-time bonus for opening the operator's links: each is ticked off once opened, and then the bonus can be taken.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SOCIAL_NETWORKS, type SocialLink, type SocialNetwork } from '../../game/social.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $bonuses, $left, $links, $opened, claimSocial, markOpened, startBonuses } from '../../stores/bonuses.ts'
import { toast } from '../../stores/toasts.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './bonuses.module.css'
import { GuestStanding, Standing, UnknownStanding, UnreadStanding } from './Standing.tsx'

const NONE: readonly SocialNetwork[] = []

function SocialBonusView(): ReactElement {
  const links = useStore($links, { ssr: () => null })
  useEffect(startBonuses, [])
  if (links === null) return <Waiting />
  return links.length === 0 ? <Nothing /> : <Offer links={links} />
}

function Waiting(): ReactElement {
  return (
    <div className={styles.offer}>
      <div className={styles.links} aria-busy="true">
        {SOCIAL_NETWORKS.map((network) => (
          <Skeleton key={network} height="100%" shape="card" />
        ))}
      </div>
      <UnknownStanding />
    </div>
  )
}

/** The same height as an offer: the settings say late that there is none. */
function Nothing(): ReactElement {
  const { t } = useTranslation('bonuses')
  return (
    <div className={styles.nothing}>
      <Icon name="info" size={18} />
      <p>{t('social.none')}</p>
    </div>
  )
}

function Offer({ links }: { links: readonly SocialLink[] }): ReactElement {
  const { t } = useTranslation('bonuses')
  const opened = useStore($opened, { ssr: () => NONE })
  return (
    <div className={styles.offer}>
      <ul className={styles.links} aria-label={t('social.list')}>
        {links.map((link) => (
          <li key={link.network}>
            <OutsideLink {...link} isOpened={opened.includes(link.network)} />
          </li>
        ))}
      </ul>
      <Claim />
    </div>
  )
}

function OutsideLink({ network, url, isOpened }: SocialLink & { isOpened: boolean }): ReactElement {
  const { t } = useTranslation(['bonuses', 'shell'])
  const open = (): void => markOpened(network)
  return (
    <a
      className={styles.link}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      data-opened={isOpened ? '' : undefined}
      onClick={open}
      onAuxClick={open}
    >
      <Icon name={network} size={22} />
      <span>{t(`shell:social.${network}`)}</span>
      <Icon
        name={isOpened ? 'check' : 'external'}
        size={16}
        label={t(isOpened ? 'social.opened' : 'social.newTab')}
        className={styles.mark}
      />
    </a>
  )
}

function Claim(): ReactElement {
  const { t } = useTranslation(['bonuses', 'common'])
  const user = useStore($user, { ssr: 'initial' })
  const bonuses = useStore($bonuses, { ssr: 'initial' })
  const left = useStore($left, { ssr: () => null })
  const [asking, setAsking] = useState(false)
  const words = left === 0 ? t('social.ready') : t('social.left', { count: left ?? 0 })
  const progress = left === 0 ? 'check' : 'link'

  if (user.status === 'guest') return <GuestStanding icon={progress} words={words} />
  if (user.status === 'unknown' || bonuses.status === 'loading') return <UnknownStanding />
  if (bonuses.status === 'failed') return <UnreadStanding />
  const amount = formatMoney(bonuses.social.amount)
  if (bonuses.social.claimed) return <Standing icon="check" tone="good" words={t('social.claimed', { amount })} />

  const claim = async (): Promise<void> => {
    setAsking(true)
    const outcome = await claimSocial()
    setAsking(false)
    if (outcome === 'failed') toast('error', t('common:errors.offline'))
  }
  return (
    <Standing icon={progress} words={words}>
      <Button tone="signal" icon="bonuses" disabled={left !== 0} loading={asking} onClick={() => void claim()}>
        {t('social.claim', { amount })}
      </Button>
    </Standing>
  )
}

export const SocialBonus = island(SocialBonusView)
