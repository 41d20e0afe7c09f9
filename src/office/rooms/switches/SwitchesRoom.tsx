// The room Switches: the parts of the shop, and which of them are off, why and until when.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { ShopSwitch, SwitchesReply } from '../../../protocol/office/switches.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Room, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { POLL_MS } from '../../session/session.ts'
import { switchTitle } from '../../session/switch-title.ts'
import { SwitchPanel } from './SwitchPanel.tsx'

const route = getRouteApi('/frame/switches')

type Ended = SwitchesReply['ended'][number]

function useSwitchColumns(): readonly Column<ShopSwitch>[] {
  const { t, i18n } = useTranslation(['officeSwitches', 'office'])
  return [
    {
      id: 'name',
      header: t('name'),
      cell: ({ row }) => (
        <Link from="/switches" to="/switches" search={{ name: row.original.name }} resetScroll={false}>
          {switchTitle(row.original, t)}
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ row }) =>
        row.original.off === null ? (
          <Chip tone="good">{t('office:states.on')}</Chip>
        ) : (
          <Chip tone="warn">{t('office:states.off')}</Chip>
        ),
    },
    {
      id: 'since',
      header: t('since'),
      cell: ({ row }) => (row.original.off === null ? null : <Moment at={row.original.off.since} />),
    },
    {
      id: 'until',
      header: t('until'),
      cell: ({ row }) => {
        const { off } = row.original
        if (off === null) return null
        return off.until === null ? t('by-hand') : <Moment at={off.until} />
      },
    },
    { id: 'words', header: t('words'), cell: ({ row }) => row.original.off?.words[i18n.language as Language] ?? null },
  ]
}

function useEndedColumns(switches: readonly ShopSwitch[]): readonly Column<Ended>[] {
  const { t, i18n } = useTranslation('officeSwitches')
  const titleOf = (name: string): string | null => switches.find((one) => one.name === name)?.title ?? null
  return [
    {
      id: 'name',
      header: t('name'),
      cell: ({ row }) => switchTitle({ name: row.original.name, title: titleOf(row.original.name) }, t),
    },
    { id: 'since', header: t('since'), cell: ({ row }) => <Moment at={row.original.since} /> },
    { id: 'ended', header: t('ended'), cell: ({ row }) => <Moment at={row.original.endedAt} /> },
    { id: 'words', header: t('words'), cell: ({ row }) => row.original.words[i18n.language as Language] },
  ]
}

function SwitchLists({ data: { switches, ended, ready } }: { data: SwitchesReply }): ReactElement {
  const { t } = useTranslation('officeSwitches')
  const search = route.useSearch()
  const selected = switches.find(({ name }) => name === search.name)
  const columns = useSwitchColumns()
  const endedColumns = useEndedColumns(switches)
  return (
    <Split
      panel={
        selected === undefined ? null : (
          <SwitchPanel key={`${selected.name} ${selected.off === null}`} shown={selected} ready={ready} />
        )
      }
    >
      <Table
        label={t('title')}
        columns={columns}
        rows={switches}
        keyOf={({ name }) => name}
        spare={['words']}
        {...(search.name === undefined ? {} : { selected: search.name })}
      />
      {ended.length === 0 ? null : (
        <>
          <h2>{t('before')}</h2>
          <Table
            label={t('before')}
            columns={endedColumns}
            rows={ended}
            keyOf={({ name, since }) => `${name} ${since}`}
          />
        </>
      )}
    </Split>
  )
}

export function SwitchesRoom(): ReactElement {
  const { t } = useTranslation('officeSwitches')
  const { data, error } = useQuery({
    queryKey: ['switches'],
    queryFn: () => api.get<SwitchesReply>('/switches'),
    refetchInterval: POLL_MS,
  })
  return (
    <Room title={t('title')}>
      <div className="stack">
        <p className="lead">{t('lead')}</p>
        <Fault error={error} />
        {data === undefined ? null : <SwitchLists data={data} />}
      </div>
    </Room>
  )
}
