// Links to the operator's social accounts, as the server renders them: hidden until the settings are loaded (site-numbers.ts).
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { island } from '../island.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './social-links.module.css'

const NETWORKS = ['instagram', 'tiktok', 'telegram', 'x'] as const

function SocialLinksView(): ReactElement {
  const { t } = useTranslation('shell')
  return (
    <ul className={styles.links} aria-label={t('landmarks.social')}>
      {NETWORKS.map((network) => (
        <li key={network} data-network={network} hidden>
          {/* No link before its address is known: search engines take one without for a fault. */}
          <template>
            {/* biome-ignore lint/a11y/useValidAnchor lint/a11y/useAriaPropsSupportedByRole: the address comes with the settings. */}
            <a className={styles.link} target="_blank" rel="noopener noreferrer" aria-label={t(`social.${network}`)}>
              <Icon name={network} size={18} />
            </a>
          </template>
        </li>
      ))}
    </ul>
  )
}

export const SocialLinks = island(SocialLinksView)
