// The deposit page for a guest: why to sign in, and what a deposit looks like.
import { type ReactElement, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { openLogin } from '../../stores/modals.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { DepositAmount } from './Amount.tsx'
import { CurrencyChoice } from './CurrencyChoice.tsx'
import { PaymentIcon } from './PaymentIcon.tsx'
import styles from './screen.module.css'

const STEPS = [
  { name: 'choose', icon: 'deposit' },
  { name: 'pay', icon: 'lock' },
  { name: 'play', icon: 'cases' },
] as const

const PICTURES = ['card', 'bank', 'crypto'] as const

export function Invitation(): ReactElement {
  const { t } = useTranslation(['deposit', 'common'])
  return (
    <>
      <section className={styles.card}>
        <div className={styles.invitation}>
          <span className={styles.light}>
            <Icon name="deposit" size={40} />
          </span>
          <h2>{t('guest.title')}</h2>
          <p>{t('guest.text')}</p>
          <Button tone="signal" size="l" icon="steam" onClick={openLogin} aria-haspopup="dialog">
            {t('common:actions.signIn')}
          </Button>
        </div>
        <Preview />
      </section>
      <ol className={styles.steps}>
        {STEPS.map(({ name, icon }) => (
          <li key={name}>
            <Icon name={icon} size={24} />
            <h3>{t(`guest.steps.${name}.title`)}</h3>
            <p>{t(`guest.steps.${name}.text`)}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The form behind the sign-in, to be seen and not to be used. */
function Preview(): ReactElement {
  const amount = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.preview} inert aria-hidden="true">
      <CurrencyChoice />
      <ul className="deposit-tiles">
        {PICTURES.map((name) => (
          <li key={name} className="deposit-tile-place">
            <span className="deposit-tile">
              <PaymentIcon src={`/assets/img/payments/${name}.svg`} size={24} />
              <span className={styles.word} />
            </span>
          </li>
        ))}
      </ul>
      <DepositAmount ref={amount} missing={false} />
    </div>
  )
}
