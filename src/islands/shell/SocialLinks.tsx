// Links to the operator's social accounts, which come with the settings; a network without an account has none.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $settings } from '../../stores/account/settings.ts'
import { island } from '../island.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './social-links.module.css'

const NETWORKS = ['instagram', 'tiktok', 'telegram', 'x'] as const

function SocialLinksView(): ReactElement {
  const { t } = useTranslation('shell')
  const settings = useStore($settings, { ssr: 'initial' })
  const accounts = NETWORKS.flatMap((network) => {
    const address = settings?.social[network] ?? ''
    return address === '' ? [] : [{ network, address }]
  })
  // The place is kept until the settings are loaded; an empty list is no list for screen readers.
  if (accounts.length === 0) return <div className={styles.links} />
  return (
    <ul className={styles.links} aria-label={t('landmarks.social')}>
      {accounts.map(({ network, address }) => (
        <li key={network}>
          <a
            className={styles.link}
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t(`social.${network}`)}
          >
            <Icon name={network} size={18} />
          </a>
        </li>
      ))}
    </ul>
  )
}

export const SocialLinks = island(SocialLinksView, { broken: 'nothing' })
