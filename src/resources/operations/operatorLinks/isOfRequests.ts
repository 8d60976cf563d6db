const counted = ['window', 'rate', 'in_flight', 'per_minute'];

/** Whether a field of a link over HTTP counts requests: SMPP sends a long message in parts, HTTP whole. */
export const isOfRequests = (name: string): boolean => counted.includes(name);
