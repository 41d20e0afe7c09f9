// The room Promo codes and partners: the partners, the campaigns, the codes, the batches of codes for one use each, and beside a list what one of them is and brought.
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PROMO_TABS, type PromoTab } from '../../../game/office/promo.ts'
import { Room, Split } from '../../parts/Room.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { ActButton, useDisabledReason } from '../../session/ActButton.tsx'
import { withTexts } from '../../session/language.ts'
import { usePageActions } from '../../session/page-actions.tsx'
import { Codes } from './Codes.tsx'

const Batches = lazy(async () => ({ default: (await import('./Batches.tsx')).Batches }))
const Partners = lazy(async () => ({ default: (await import('./Partners.tsx')).Partners }))
/** Campaigns have texts of their own. */
const loadCampaigns = withTexts(['officeCampaigns'], () => import('./Campaigns.tsx'))
const Campaigns = lazy(async () => ({ default: (await loadCampaigns()).Campaigns }))
const loadCampaignPanel = withTexts(['officeCampaigns'], () => import('./CampaignPanel.tsx'))
const CampaignPanel = lazy(async () => ({ default: (await loadCampaignPanel()).CampaignPanel }))
const CreateDialog = lazy(async () => ({ default: (await import('./CreateDialog.tsx')).CreateDialog }))

/** Loaded beside the list, not before it. */
const loadPanels = withTexts(['officeEvents'], () => import('./panels.tsx'))
const CodePanel = lazy(async () => ({ default: (await loadPanels()).CodePanel }))
const PartnerPanel = lazy(async () => ({ default: (await import('./PartnerPanel.tsx')).PartnerPanel }))
const BatchPanel = lazy(async () => ({ default: (await loadPanels()).BatchPanel }))

const route = getRouteApi('/frame/promo')

function usePanel(): ReactElement | null {
  const { tab, code, batch, partner, open } = route.useSearch()
  if (tab === 'partners') return partner === undefined ? null : <PartnerPanel key={partner} id={partner} />
  if (tab === 'campaigns') return open === undefined ? null : <CampaignPanel key={open} open={open} />
  if (tab === 'batches') return batch === undefined ? null : <BatchPanel key={batch} id={batch} />
  return code === undefined ? null : <CodePanel key={code} code={code} />
}

function CreateButton(): ReactElement {
  const { t } = useTranslation('officePromo')
  const [isOpen, setOpen] = useState(false)
  const reason = useDisabledReason('promo.create')
  usePageActions(
    useMemo(() => [{ label: t('create.act'), run: () => setOpen(true), disabledReason: reason }], [t, reason]),
  )
  return (
    <>
      <ActButton verb="promo.create" tone="signal" icon="plus" onClick={() => setOpen(true)}>
        {t('create.act')}
      </ActButton>
      <Suspense fallback={null}>
        <CreateDialog open={isOpen} onClose={() => setOpen(false)} />
      </Suspense>
    </>
  )
}

function List({ tab }: { tab: PromoTab | undefined }): ReactElement {
  if (tab === 'batches') return <Batches />
  if (tab === 'partners') return <Partners />
  return tab === 'campaigns' ? <Campaigns /> : <Codes />
}

export function PromoRoom(): ReactElement {
  const { t } = useTranslation('officePromo')
  const { tab } = route.useSearch()
  const panel = usePanel()
  return (
    <Room title={t('title')} acts={<CreateButton />}>
      <div className="stack">
        <Tabs label={t('tabs.label')}>
          {[undefined, ...PROMO_TABS].map((name) => (
            <Link
              key={name ?? 'codes'}
              to="/promo"
              search={name === undefined ? {} : { tab: name }}
              activeOptions={{ exact: true }}
              aria-current={tab === name ? 'true' : undefined}
            >
              {t(`tabs.${name ?? 'codes'}`)}
            </Link>
          ))}
        </Tabs>
        <Split wide panel={panel}>
          <Suspense fallback={null}>
            <List tab={tab} />
          </Suspense>
        </Split>
      </div>
    </Room>
  )
}
