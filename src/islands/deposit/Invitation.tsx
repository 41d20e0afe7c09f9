// The deposit page for a guest: why to sign in, and what a deposit looks like.
import { type ReactElement, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Points, SignInInvitation } from '../ui/SignInInvitation.tsx'
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
  const { t } = useTranslation('deposit')
  const steps = STEPS.map(({ name, icon }) => ({
    icon,
    title: t(`guest.steps.${name}.title`),
    text: t(`guest.steps.${name}.text`),
  }))
  return (
    <>
      <section className={styles.card}>
        <div className={styles.invitation}>
          <SignInInvitation icon="deposit" title={t('guest.title')}>
            {t('guest.text')}
          </SignInInvitation>
        </div>
        <Preview />
      </section>
      <div className={styles.steps}>
        <Points points={steps} ordered />
      </div>
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
