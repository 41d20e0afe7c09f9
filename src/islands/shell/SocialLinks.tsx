// Links to the operator's social accounts, from the settings; a network without an account has no link.
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
  const social = useStore($settings, { ssr: 'initial' })?.social
  return (
    <ul className={styles.links} aria-label={t('landmarks.social')}>
      {NETWORKS.map((network) => {
        const address = social?.[network] ?? ''
        return address === '' ? null : (
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
        )
      })}
    </ul>
  )
}

export const SocialLinks = island(SocialLinksView, { broken: 'nothing' })
