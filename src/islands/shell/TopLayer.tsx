// What lies above a page once it is needed, each part loaded then: toasts, scenes, the dialog for sharing, the reality check, changed terms, results of pages that
// were left, the offer to install the app. Nothing of it is in the document.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { $missed } from '../../stores/games/missed-results.ts'
import { $installOffer } from '../../stores/home/app-install.ts'
import { $scene } from '../../stores/kernel/scenes.ts'
import { $toasts } from '../../stores/kernel/toasts.ts'
import { $hasReminder, $termsAsked } from '../../stores/kernel/user.ts'
import { $shared } from '../../stores/sharing/share-dialog.ts'
import { island } from '../island.tsx'
import { latePart, OnceWanted } from '../late-part.tsx'

const SceneStage = latePart(() => import('./SceneStage.tsx'), 'SceneStage')
const Toaster = latePart(() => import('./Toaster.tsx'), 'Toaster')
const ShareDialog = latePart(() => import('../sharing/ShareDialog.tsx'), 'ShareDialog')
const RealityDialog = latePart(() => import('../account/protection/RealityDialog.tsx'), 'RealityDialog')
const TermsDialog = latePart(() => import('../account/protection/TermsDialog.tsx'), 'TermsDialog')
const MissedNotice = latePart(() => import('../games/missed/MissedNotice.tsx'), 'MissedNotice')
const InstallCard = latePart(() => import('../home/app/InstallCard.tsx'), 'InstallCard')

function TopLayerView(): ReactElement {
  const hasToasts = useStore($toasts, { ssr: 'initial' }).length > 0
  const hasScene = useStore($scene, { ssr: 'initial' }) !== null
  const isSharing = useStore($shared, { ssr: 'initial' }) !== null
  const hasReminder = useStore($hasReminder, { ssr: 'initial' })
  // A computed store has no value before its first listener.
  const areTermsAsked = typeof useStore($termsAsked, { ssr: 'initial' }) === 'string'
  const hasMissed = useStore($missed, { ssr: 'initial' }) !== null
  const isInstallOffered = useStore($installOffer, { ssr: 'initial' }) !== null
  return (
    <>
      <OnceWanted isWanted={hasToasts}>
        <Toaster />
      </OnceWanted>
      <OnceWanted isWanted={hasScene}>
        <SceneStage />
      </OnceWanted>
      <OnceWanted isWanted={isSharing}>
        <ShareDialog />
      </OnceWanted>
      <OnceWanted isWanted={hasReminder}>
        <RealityDialog />
      </OnceWanted>
      <OnceWanted isWanted={areTermsAsked}>
        <TermsDialog />
      </OnceWanted>
      <OnceWanted isWanted={hasMissed}>
        <MissedNotice />
      </OnceWanted>
      <OnceWanted isWanted={isInstallOffered}>
        <InstallCard />
      </OnceWanted>
    </>
  )
}

export const TopLayer = island(TopLayerView, { broken: 'nothing' })
