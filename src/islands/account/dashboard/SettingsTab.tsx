// The player's settings: trade URL, privacy, devices, notifications, language, sound and motion.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { LANGUAGE_MENU, LANGUAGE_NAMES } from '../../../i18n/language.ts'
import { isPushOffered } from '../../../stores/account/push.ts'
import { $settings } from '../../../stores/account/settings.ts'
import { PromoCode } from '../../rewards/bonuses/PromoCode.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import type { Elements } from '../../ui/own-element.tsx'
import { TradeLink } from '../../withdrawal/TradeLink.tsx'
import { SettingsPanel } from '../settings/SettingsPanel.tsx'
import { Devices } from './Devices.tsx'
import { LateOverlay } from './LateOverlay.tsx'
import { LatePush } from './LatePush.tsx'
import { PersonalData } from './PersonalData.tsx'
import { ProfilePrivacy } from './ProfilePrivacy.tsx'
import styles from './settings-tab.module.css'

export function SettingsTab(): ReactElement {
  const { t, i18n } = useTranslation(['dashboard', 'shell'])
  const language = i18n.language as Language
  return (
    <div className={styles.content}>
      <div className={styles.column}>
        <Card id="trade" title={t('trade.title')} text={t('trade.text')}>
          <TradeLink />
        </Card>
        <Card id="devices" title={t('devices.title')} text={t('devices.text')}>
          <Devices />
        </Card>
        {isPushOffered(document) ? (
          <Card id="push" title={t('push.title')}>
            <LatePush />
          </Card>
        ) : null}
      </div>
      <div className={styles.column}>
        <Card id="privacy" title={t('privacy.title')}>
          <ProfilePrivacy />
        </Card>
        <Card id="overlay" title={t('overlay.title')}>
          <LateOverlay />
        </Card>
        <Card id="promo" title={t('promo.title')}>
          <PromoCode lang={language} />
        </Card>
        <Card id="site" title={t('site.title')}>
          <Languages language={language} />
          <div className={styles.switches}>
            <SettingsPanel lang={language} />
          </div>
        </Card>
        <Card id="data" title={t('data.title')} text={t('data.text')}>
          <PersonalData />
        </Card>
        <Card id="protection" title={t('protection.title')} text={t('protection.text')}>
          <Button href="/protection" icon="shield" className={styles.start}>
            {t('protection.action')}
          </Button>
        </Card>
      </div>
    </div>
  )
}

interface CardProps {
  readonly id: string
  readonly title: string
  readonly text?: string
  readonly children: Elements
}

function Card({ id, title, text, children }: CardProps): ReactElement {
  return (
    <section className={styles.card} aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`}>{title}</h2>
      {text === undefined ? null : <p className={styles.lead}>{text}</p>}
      {children}
    </section>
  )
}

/** Shows the languages as links; shell/early.ts saves the choice and reloads the page. */
function Languages({ language }: { language: Language }): ReactElement {
  const { t } = useTranslation('shell')
  const offered = useStore($settings)?.languages ?? LANGUAGE_MENU
  const back = encodeURIComponent('/dashboard?tab=settings')
  return (
    <nav className={styles.languages} aria-label={t('language')}>
      {LANGUAGE_MENU.filter((code) => offered.includes(code)).map((code) => (
        <a
          key={code}
          href={`/lang/${code}?back=${back}`}
          lang={code}
          hrefLang={code}
          rel="nofollow"
          data-language={code}
          aria-current={code === language ? 'true' : undefined}
        >
          {LANGUAGE_NAMES[code]}
        </a>
      ))}
    </nav>
  )
}
