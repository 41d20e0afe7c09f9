// The deposit page for guests: the sign-in, a preview of the form, and the steps of a deposit.
import { type ReactElement, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../ui/classes.ts'
import { FeatureList, GuestPanel } from '../ui/messages/GuestPanel.tsx'
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

export function GuestDeposit(): ReactElement {
  const { t } = useTranslation('deposit')
  const steps = STEPS.map(({ name, icon }) => ({
    icon,
    title: t(`guest.steps.${name}.title`),
    text: t(`guest.steps.${name}.text`),
  }))
  return (
    <>
      <GuestPanel icon="deposit" texts="deposit" className={classes(styles.card, styles.guest)}>
        <Preview />
      </GuestPanel>
      <div className={styles.steps}>
        <FeatureList features={steps} ordered />
      </div>
    </>
  )
}

/** Draws the form without function, behind the sign-in. */
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
