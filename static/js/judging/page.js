// What the page says of itself: its question, its addresses, who judges.
export const find = (selector) => document.querySelector(selector);
export const desk = () => document.getElementById("desk");
export const questionHere = () => desk().dataset.question;
export const who = () => desk().dataset.who;
export const addressOf = (name, question) => desk().dataset[name].replace("QUESTION", encodeURIComponent(question));
export const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
