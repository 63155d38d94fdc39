/** Icons of 24 units, each drawn by one path in the colour of the text. */
const paths = {
  home: 'M4 11 12 4l8 7M6 10v9h4v-5h4v5h4v-9',
  webhook: 'M12 8a3 3 0 1 0-2.7-1.7L6 13M6 13a3 3 0 1 0 3 3h6M18 16a3 3 0 1 0-3-3l-3-5',
  activity: 'M3 12h4l3-8 4 16 3-8h4',
  toggle: 'M8 7h8a5 5 0 0 1 0 10H8A5 5 0 0 1 8 7zM8 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  work: 'M5 6h14M5 12h14M5 18h8',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2',
  plug: 'M9 4v5M15 4v5M7 9h10v3a5 5 0 0 1-10 0zM12 17v4',
  card: 'M4 6h16v12H4zM4 10h16M7 15h4',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  curl: 'M5 7l5 5-5 5M12 18h7',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5',
  check: 'M5 12.5 10 17.5 19 7',
  back: 'M14 6l-6 6 6 6',
  forward: 'M10 6l6 6-6 6',
  up: 'M6 14l6-6 6 6',
  down: 'M6 10l6 6 6-6',
  alert: 'M12 4 3 19h18zM12 10v4M12 16.5v.5',
  theme: 'M12 4v16a8 8 0 0 0 0-16zM12 4a8 8 0 0 0 0 16',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
  send: 'M20 4 4 11l6 3 3 6z',
  key: 'M15 9a4 4 0 1 0-3.5 4L13 14.5V17h2.5v2.5H18V16l-4.5-4.5A4 4 0 0 0 15 9z',
  menu: 'M4 6h16M4 12h16M4 18h16',
  fold: 'M4 5h16v14H4zM9 5v14M16 9.5 13.5 12l2.5 2.5',
  unfold: 'M4 5h16v14H4zM9 5v14M13.5 9.5 16 12l-2.5 2.5',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  inbox: 'M4 13 6.5 5h11L20 13v6H4zM4 13h4.5l1.5 3h4l1.5-3H20',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  rules: 'M5 6h5M5 12h5M5 18h5M14 6l2 2 4-4M14 12l2 2 4-4M14 18l2 2 4-4',
  sync: 'M4 11a8 8 0 0 1 14-4l2 2M20 4v5h-5M20 13a8 8 0 0 1-14 4l-2-2M4 20v-5h5',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  building: 'M6 20V5h8v15M14 10h4v10M4 20h16M9 9h2M9 13h2',
  file: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4',
  upload: 'M12 16V5M7.5 9.5 12 5l4.5 4.5M5 20h14',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  grid: 'M5 5h6v6H5zM13 5h6v6h-6zM5 13h6v6H5zM13 13h6v6h-6z',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.5M4.5 12h.5M4.5 18h.5',
  users:
    'M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 19a6 6 0 0 1 12 0M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17 14a6 6 0 0 1 4 5',
  shield: 'M12 3.5 5 6v5.5c0 4 2.8 7.2 7 9 4.2-1.8 7-5 7-9V6zM9 12l2.2 2.2L15.5 10',
  history: 'M4 5v4h4M4.6 9A8 8 0 1 1 4 13M12 8v4.5l3 2',
  mail: 'M4 6h16v12H4zM4 7l8 6.5L20 7',
  storage: 'M5 7c0-4 14-4 14 0v10c0 4-14 4-14 0zM5 7c0 4 14 4 14 0M5 12c0 4 14 4 14 0',
} as const;

export type IconName = keyof typeof paths;

/** Decorative: the text or the button label has the meaning. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
