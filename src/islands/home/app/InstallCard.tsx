// The card that offers to install the app. It gives way to a result that was missed, and comes back in no visit once it is closed.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $missed } from '../../../stores/games/missed-results.ts'
import { $installOffer, type InstallWay, stopOfferingApp } from '../../../stores/home/app-install.ts'
import { lateTexts } from '../../late-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CornerCard } from '../../ui/messages/CornerCard.tsx'

export function InstallCard(): ReactElement {
  const way = useStore($installOffer)
  const missed = useStore($missed)
  const [isOpen, setOpen] = useState(true)
  return (
    // The status is on the page before its words are: screen readers announce what comes into it.
    <div role="status">
      {isOpen && way !== null && missed === null ? (
        <Suspense>
          <Offer way={way} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

interface OfferProps {
  readonly way: InstallWay
  readonly onClose: () => void
}

function Offer({ way, onClose }: OfferProps): ReactElement {
  const { t, i18n } = useTranslation('app')
  use(lateTexts(i18n, 'app'))
  const close = (): void => {
    stopOfferingApp()
    onClose()
  }
  const install = (): void => {
    close()
    if (way.kind === 'dialog') way.prompt().catch((fault: unknown) => console.error('The app was not installed', fault))
  }
  return (
    <CornerCard
      picture={<img src="/assets/img/app/icon-192.png" alt="" width={96} height={96} />}
      ways={
        way.kind === 'share' ? (
          <Button onClick={close}>{t('install.close')}</Button>
        ) : (
          <>
            <Button onClick={install}>{t('install.install')}</Button>
            <Button tone="ghost" onClick={close}>
              {t('install.never')}
            </Button>
          </>
        )
      }
    >
      <p className="corner-card-name">{t('install.title')}</p>
      <p className="corner-card-note">{t(way.kind === 'share' ? 'install.share' : 'install.text')}</p>
    </CornerCard>
  )
}
