// The payment methods, one of which is selected; and the coins of the method that offers cryptocurrencies.
import { useStore } from '@nanostores/react'
import { Fragment, type ReactElement, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import {
  $coin,
  $method,
  $methods,
  CRYPTO,
  chooseCoin,
  chooseMethod,
  loadMethods,
} from '../../stores/payments/payment.ts'
import type { OfferedMethod } from '../../stores/payments/payment-replies.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import type { Elements } from '../ui/own-element.tsx'
import { PaymentIcon } from './PaymentIcon.tsx'

const COIN_ICON = '/assets/img/payments/crypto.svg'

/** The number of skeletons while the methods are loading. */
const LIKELY_METHODS = 4

/** Splits a title where it may break: 'Visa / Mastercard' stays together. */
const partsOf = (title: string): string[] => title.split(/(?<!\/) (?!\/)/)

/** Longer parts, in letters, take a whole row. */
const TILE_LETTERS = 14

/** Keeps a code like TRC-20 on one line. */
function keepTogether(word: string, place: number): ReactElement {
  return (
    <Fragment key={place}>
      {place === 0 ? null : ' '}
      <span>{word}</span>
    </Fragment>
  )
}

interface TileProps {
  method: OfferedMethod
  title: string
  /** Its picture where the server names none. */
  icon?: string
  selected: boolean
  onSelect: (name: string) => void
}

function Tile({ method, title, icon, selected, onSelect }: TileProps): ReactElement {
  const { min_dep: least, max_dep: most } = method
  const picture = method.icon ?? icon
  const parts = partsOf(title)
  return (
    <li className="deposit-tile-place" data-long={parts.some(({ length }) => length > TILE_LETTERS) || undefined}>
      <button type="button" className="deposit-tile" aria-pressed={selected} onClick={() => onSelect(method.name)}>
        {picture === undefined ? null : <PaymentIcon src={picture} size={24} />}
        <span className="deposit-tile-words">
          <span className="deposit-tile-title">{parts.map(keepTogether)}</span>
          {least === null && most === null ? null : <Bound least={least} most={most} />}
        </span>
      </button>
    </li>
  )
}

/** Shows what may be deposited by a method today, or its minimum; in dollars. */
function Bound({ least, most }: { least: number | null; most: number | null }): ReactElement {
  const { t } = useTranslation('deposit')
  return (
    <span className="deposit-tile-least">
      {most === null
        ? t('methods.least', { least: formatMoney((least ?? 0) * 100) })
        : t('methods.most', { most: formatMoney(most * 100) })}
    </span>
  )
}

function Group({ label, busy = false, children }: { label: string; busy?: boolean; children: Elements }): ReactElement {
  return (
    <fieldset className="deposit-group" aria-busy={busy || undefined}>
      <legend className="deposit-label">{label}</legend>
      {children}
    </fieldset>
  )
}

export function Methods(): ReactElement {
  const { t } = useTranslation('deposit')
  const methods = useStore($methods)
  const method = useStore($method)
  const places = useRef(LIKELY_METHODS)
  if (methods.status === 'loading') {
    return (
      <Group label={t('methods.label')} busy>
        <span className="unseen">{t('methods.loading')}</span>
        <span className="deposit-tiles">
          {Array.from({ length: places.current }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
            <Skeleton key={place} width="100%" height={60} shape="card" />
          ))}
        </span>
      </Group>
    )
  }
  if (methods.status === 'failed') return <Failed message={methods.message} />
  const { paymentMethods } = methods
  places.current = Math.max(1, paymentMethods.length)
  return (
    <Group label={t('methods.label')}>
      {paymentMethods.length === 0 ? <p className="deposit-none">{t('methods.none')}</p> : null}
      <ul className="deposit-tiles">
        {paymentMethods.map((offered) => (
          <Tile
            key={offered.name}
            method={offered}
            title={offered.name === CRYPTO ? t('methods.crypto') : offered.title}
            selected={offered.name === method}
            onSelect={chooseMethod}
          />
        ))}
      </ul>
    </Group>
  )
}

function Failed({ message }: { message: string | null }): ReactElement {
  const { t } = useTranslation(['deposit', 'common'])
  return (
    <Group label={t('methods.label')}>
      <div className="deposit-lost" role="status">
        <p>
          <Icon name="alert" />
          {message ?? t('methods.failed')}
        </p>
        <Button icon="refresh" onClick={() => void loadMethods()}>
          {t('common:actions.retry')}
        </Button>
      </div>
    </Group>
  )
}

export function Coins(): ReactElement | null {
  const { t } = useTranslation('deposit')
  const methods = useStore($methods)
  const coin = useStore($coin)
  if (methods.status !== 'ready') return null
  return (
    <Group label={t('coins.label')}>
      <ul className="deposit-tiles">
        {methods.cryptoMethods.map((offered) => (
          <Tile
            key={offered.name}
            method={offered}
            title={offered.title}
            icon={COIN_ICON}
            selected={offered.name === coin}
            onSelect={chooseCoin}
          />
        ))}
      </ul>
    </Group>
  )
}
