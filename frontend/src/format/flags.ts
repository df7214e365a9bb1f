// The flags of runs, as the server names them.

export const FLAGS: { id: string; title: string }[] = [
  { id: 'incomplete', title: 'incomplete' },
  { id: 'aborted', title: 'aborted' },
  { id: 'wrong_data', title: 'wrong data' },
  { id: 'out_of_bounds', title: 'out of bounds' },
  { id: 'below_minimum', title: 'below the minimum' },
  { id: 'socket_fallback', title: 'socket fallback' },
  { id: 'not_connected', title: 'ranks not connected' },
  { id: 'mixed_output', title: 'mixed output' },
  { id: 'header_inferred', title: 'header inferred' },
  { id: 'numbers_removed', title: 'numbers removed' },
];
