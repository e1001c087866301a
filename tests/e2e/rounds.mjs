// Tests that repeat themselves at random: how often, and with which numbers. `./dev test` does enough of it to notice that something broke, as
// it is run at each commit; `./dev test NAME`, which sets PAWL_LARGE, does what is done to be sure. PAWL_KILLS and PAWL_POINTS say another
// number, PAWL_SEED repeats a choice.

// What takes minutes and shows little that the rest does not: the reason why it is passed over, or false.
export const tooLarge = (name) => (process.env.PAWL_LARGE ? false : `large: ./dev test ${name}`);

export const rounds = (variable, { whole, alone }) => Number(process.env[variable] ?? (process.env.PAWL_LARGE ? alone : whole));

export const seed = Number(process.env.PAWL_SEED ?? Date.now() % 1_000_000);
