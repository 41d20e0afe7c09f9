// The one-time bonus for opening the operator's links: each opened link is ticked off, and the last one makes the bonus available.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SOCIAL_NETWORKS, type SocialLink, type SocialNetwork } from '../../../game/base/social.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { $user } from '../../../stores/kernel/user.ts'
import {
  $bonuses,
  $left,
  $links,
  $opened,
  claimSocial,
  loadBonuses,
  markOpened,
  startBonuses,
} from '../../../stores/rewards/bonuses.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { BonusStatus, GuestStatus, StatusFailed, StatusSkeleton } from './BonusStatus.tsx'
import styles from './bonuses.module.css'

const NONE: readonly SocialNetwork[] = []

function SocialBonusView(): ReactElement {
  const links = useStore($links, { ssr: () => null })
  useEffect(startBonuses, [])
  if (links === null) return <OfferSkeleton />
  return links.length === 0 ? <NoLinks /> : <Offer links={links} />
}

function OfferSkeleton(): ReactElement {
  return (
    <div className={styles.offer}>
      <div className={styles.links} aria-busy="true">
        {SOCIAL_NETWORKS.map((network) => (
          <Skeleton key={network} height="100%" shape="card" />
        ))}
      </div>
      <StatusSkeleton />
    </div>
  )
}

/** Renders a box as high as an offer, because the settings arrive after the page is laid out. */
function NoLinks(): ReactElement {
  const { t } = useTranslation('bonuses')
  return (
    <div className={styles.noLinks}>
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
        className={styles.linkIcon}
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

  if (user.status === 'guest') return <GuestStatus icon={progress} words={words} />
  if (user.status === 'unknown' || bonuses.status === 'loading') return <StatusSkeleton />
  if (bonuses.status === 'failed') return <StatusFailed retry={loadBonuses} />
  const amount = formatMoney(bonuses.social.amount)
  if (bonuses.social.claimed) return <BonusStatus icon="check" tone="good" words={t('social.claimed', { amount })} />

  if (bonuses.giftRefusal !== null) return <BonusStatus icon="info" words={bonuses.giftRefusal} />

  const claim = async (): Promise<void> => {
    setAsking(true)
    const outcome = await claimSocial()
    setAsking(false)
    if (outcome === 'failed') toast('error', t('common:errors.offline'))
  }
  return (
    <BonusStatus icon={progress} words={words}>
      <Button tone="signal" icon="bonuses" disabled={left !== 0} loading={asking} onClick={() => void claim()}>
        {t('social.claim', { amount })}
      </Button>
    </BonusStatus>
  )
}

export const SocialBonus = island(SocialBonusView)
